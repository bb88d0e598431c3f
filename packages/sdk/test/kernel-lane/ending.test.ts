import { existsSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { expect, test } from "@jest/globals";
import { describeWithGo } from "../../../../interop/driver/go.js";
import type { GoPlugin } from "../../../../interop/driver/go-plugin.js";
import { isAlive } from "../../../go-plugin/test/support/spawn.js";
import { until } from "../support/until.js";
import { verifies } from "../verifies.js";
import { errorOf, field, invoke, kernelLog, resultOf, setUp, toolRpc } from "./setup.js";

// What is promised is 500 ms. A machine that is busy with other things gets four times as long.
const promisedMs = 500;
const boundMs = 4 * promisedMs;

await describeWithGo("the real host and the end of a plugin", () => {
  const { launch } = setUp();

  async function kill(what: string, plugin: GoPlugin): Promise<void> {
    const { ms, exited, graceful } = await plugin.kill();
    console.info(`${what}: gone after ${Math.round(ms)} ms (promised: ${promisedMs})`);
    expect([exited, graceful]).toEqual([true, true]);
    // The host logs an exit code other than 0 as an error.
    expect(exitOf(plugin)).toMatchObject({ "@level": "info" });
    expect(existsSync(plugin.address)).toBe(false);
    expect(ms).toBeLessThan(boundMs);
  }

  const exitOf = (plugin: GoPlugin) => plugin.log.find((line) => line["@message"] === "plugin process exited");

  const inAnyLog = (plugin: GoPlugin, text: string) =>
    [...kernelLog(plugin).map(({ message }) => message), ...plugin.log.map((line) => line["@message"])].filter(
      (message) => message === text,
    ).length;

  test("idle, before anything was loaded", async () => {
    verifies("RUN-27");
    const plugin = await launch();
    await plugin.ping();
    await kill("idle", plugin);
  });

  test("idle, after calls", async () => {
    const plugin = await launch();
    await plugin.serve(1);
    await invoke(plugin, "talk", { say: "hi" }).ended;
    await kill("idle after a call", plugin);
  });

  test.each(["finishing", "flooding", "deaf", "last_words"])("in the middle of a call of %s", async (name) => {
    const plugin = await launch();
    await plugin.serve(1);
    const call = invoke(plugin, name, {}, { sizes: true });
    if (name === "finishing" || name === "flooding") await call.until(2);
    else
      await until("the handler runs", () => kernelLog(plugin).some(({ message }) => message.startsWith("the handler")));
    await kill(`mid-stream, ${name}`, plugin);
    await call.ended;
  });

  test("in the middle of a call whose program runs, and the program with it", async () => {
    const plugin = await launch();
    const call = invoke(plugin, "bash", { command: "trap '' TERM; echo $$; while :; do sleep 0.1; done" });
    await call.until(1);
    const data = field(field(field(call.messages[0], "event"), "outputChunk"), "data");
    const program = Number(Buffer.from(String(data), "base64").toString());
    expect(isAlive(program)).toBe(true);
    await kill("mid-stream, with a program that does not listen", plugin);
    expect((await call.ended).code).not.toBe("OK");
    const ms = await until("the program is gone", () => !isAlive(program), 12_000);
    console.info(`its program: gone ${Math.round(ms)} ms later (promised: 3000)`);
  });

  test("by SIGTERM, in the middle of a call; by SIGINT, which is the terminal's, it is not", async () => {
    const plugin = await launch();
    await plugin.serve(1);
    const call = invoke(plugin, "last_words");
    await until("the handler runs", () => kernelLog(plugin).some(({ message }) => message === "the handler waits"));
    process.kill(plugin.pid, "SIGINT");
    await new Promise((resolve) => setTimeout(resolve, 300));
    await plugin.ping();
    const started = performance.now();
    process.kill(plugin.pid, "SIGTERM");
    await until("the process has exited", () => exitOf(plugin) !== undefined, boundMs);
    console.info(`SIGTERM: gone after ${Math.round(performance.now() - started)} ms (promised: ${promisedMs})`);
    expect(exitOf(plugin)).toMatchObject({ "@level": "info" });
    expect(inAnyLog(plugin, "the handler's last words")).toBe(1);
    expect(existsSync(plugin.address)).toBe(false);
    await call.ended;
  });

  test("what is logged at the last moment arrives, once", async () => {
    const plugin = await launch();
    await plugin.serve(1);
    const call = invoke(plugin, "last_words");
    await until("the handler runs", () => inAnyLog(plugin, "the handler waits") > 0);
    await plugin.kill();
    await call.ended;
    expect(inAnyLog(plugin, "the handler's last words")).toBe(1);
    expect(inAnyLog(plugin, "the handler waits")).toBe(1);
  });

  test.each([true, false])("what was logged right before arrives, told where the kernel serves: %p", async (served) => {
    const plugin = await launch();
    if (served) await plugin.serve(1);
    await invoke(plugin, "talk", { say: "right before", lines: 3 }).ended;
    await plugin.kill();
    expect([0, 1, 2].map((line) => inAnyLog(plugin, `right before ${line}`))).toEqual([1, 1, 1]);
  });

  test("a handler that does not stop costs the others nothing of their log", async () => {
    const plugin = await launch();
    const calls = [invoke(plugin, "deaf"), invoke(plugin, "last_words")];
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await kill("with a handler that does not stop", plugin);
    await Promise.all(calls.map(({ ended }) => ended));
    expect(inAnyLog(plugin, "the handler does not listen")).toBe(1);
    expect(inAnyLog(plugin, "the handler's last words")).toBe(1);
  });

  test("a plugin that crashes during a call is unavailable, and stays so", async () => {
    const plugin = await launch();
    const { code } = await invoke(plugin, "crash").ended;
    expect(code).toBe("Unavailable");
    expect((await plugin.call({ method: toolRpc("Describe") })).code).toBe("Unavailable");
    await until("the process has exited", () => exitOf(plugin) !== undefined);
    expect(await plugin.exited()).toBe(true);
    rmSync(dirname(plugin.address), { recursive: true });
  });

  test("an exception that nobody catches fails its call, lets the others end, and the process exits with 1", async () => {
    const plugin = await launch();
    await plugin.serve(1);
    await invoke(plugin, "talk", { say: "hi" }).ended;
    const slow = invoke(plugin, "slow", { ms: 600 });
    const stray = await invoke(plugin, "stray_exception", {}, { id: "stray" }).ended;
    expect(errorOf(stray)).toMatchObject({ message: "an error was not caught: nobody catches this" });
    expect(resultOf(await slow.ended)).toEqual({ ok: true });
    await until("the process has exited", () => exitOf(plugin) !== undefined);
    expect(exitOf(plugin)).toMatchObject({ error: "exit status 1" });
    expect(inAnyLog(plugin, "the plugin ends: an exception was not caught")).toBe(1);
    expect(inAnyLog(plugin, "the slow call ends")).toBe(1);
    const [entry] = kernelLog(plugin).filter(({ message }) => message.startsWith("an exception was not caught"));
    expect(entry).toMatchObject({ session: "s-1", level: "error", fields: { call_id: "stray" } });
  });

  test("what was done and can no longer be said on the stream is said in the kernel's log", async () => {
    verifies("RUN-25");
    const plugin = await launch({ FIXTURE_EVENTS: "1" });
    await plugin.serve(1);
    const call = invoke(plugin, "polite", {}, { id: "c-1" });
    await call.until(3);
    await call.cancel();
    const report = () => kernelLog(plugin).find(({ message }) => message.includes("what was done could not be sent"));
    await until("the report is there", () => report() !== undefined);
    expect(report()).toMatchObject({
      session: "s-1",
      level: "warn",
      fields: { call_id: "c-1", did: expect.arrayContaining(["step 0", "step 1"]) },
    });
  });
});
