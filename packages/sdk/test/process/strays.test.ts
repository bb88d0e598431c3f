import { createGrpcTransport } from "@connectrpc/connect-node";
import { afterEach, describe, expect, test } from "@jest/globals";
import { ToolErrorCategory } from "@plugwright/protocol/tool";
import { type Caller, collect, services, terminal } from "../support/clients.js";
import { type PluginProcess, startPlugin } from "../support/process.js";
import { until } from "../support/until.js";

let running: PluginProcess | undefined;
afterEach(async () => {
  running?.child.kill("SIGKILL");
  await running?.exited;
  running = undefined;
});

async function start(): Promise<{ plugin: PluginProcess; to: Caller }> {
  const plugin = await startPlugin(new URL("./stray-plugin.ts", import.meta.url), ["--no-token"]);
  running = plugin;
  const to = services["ToolService"]?.(createGrpcTransport({ baseUrl: plugin.url }));
  if (to === undefined) throw new Error("no such service");
  return { plugin, to };
}

const uncaught = (text: string) => ({
  name: "error",
  category: ToolErrorCategory.UNKNOWN,
  text: `an error was not caught: ${text}`,
});

describe("a rejection that nobody caught", () => {
  test("fails the call it came from; other calls and the process go on", async () => {
    const { plugin, to } = await start();
    const slow = collect(to.invoke("slow"));
    expect(await terminal(to.invoke("rejects"))).toMatchObject(uncaught("a floating promise"));
    expect(await terminal(to.invoke("rejects_after_yield"))).toMatchObject(uncaught("made after the first yield"));
    expect((await slow).map(({ name }) => name)).toEqual([...Array(10).fill("progress"), "result"]);
    expect(plugin.child.exitCode).toBeNull();
    expect(plugin.stderr()).toMatch(
      /"a promise was rejected and nobody caught it, in call call-1 of rejects, which fails with it".*a floating promise.*"call_id":"call-1"/,
    );
  });

  test("after the end of its call is logged with the call", async () => {
    const { plugin, to } = await start();
    expect(await terminal(to.invoke("rejects_late", {}, { id: "late-7" }))).toMatchObject({ name: "result" });
    await until("the log", () => plugin.stderr().includes("long after its call"));
    expect(plugin.stderr()).toContain("in call late-7 of rejects_late, which had ended");
    expect(await terminal(to.invoke("slow"))).toMatchObject({ name: "result" });
  });
});

describe("an exception that nobody caught", () => {
  test("fails its call, lets the others end, then ends the process with 1", async () => {
    const { plugin, to } = await start();
    const slow = collect(to.invoke("slow"));
    expect(await terminal(to.invoke("throws_in_callback"))).toMatchObject(uncaught("a throwing callback"));
    expect((await slow).at(-1)).toMatchObject({ name: "result" });
    expect(await plugin.exited).toBe(1);
    expect(plugin.stderr()).toContain("the plugin ends: an exception was not caught");
  });

  test("does not wait longer than two seconds for the others", async () => {
    const { plugin, to } = await start();
    const endless = collect(to.invoke("endless"));
    endless.catch(() => undefined);
    const start0 = performance.now();
    await terminal(to.invoke("throws_in_callback"));
    expect(await plugin.exited).toBe(1);
    const took = performance.now() - start0;
    console.info(`exit ${Math.round(took)} ms after the exception (promised: 2000)`);
    expect(took).toBeLessThan(8000);
    await expect(endless).rejects.toThrow();
  });
});
