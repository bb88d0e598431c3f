import type { Transport } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";
import { afterEach, describe, expect, test } from "@jest/globals";
import { type Caller, collect, services, terminal } from "../support/clients.js";
import { type PluginProcess, runSource, startPlugin } from "../support/process.js";

const file = new URL("./stray-plugin.ts", import.meta.url);
const broken = new URL("./broken-plugin.ts", import.meta.url);
let running: Pick<PluginProcess, "child" | "exited">[] = [];
afterEach(async () => {
  for (const { child, exited } of running) {
    child.kill("SIGKILL");
    await exited;
  }
  running = [];
});
const run = (args: readonly string[], source = file) => {
  const started = runSource(source, args);
  running.push(started);
  return started;
};

function toolsAt(transport: Transport): Caller {
  const caller = services["ToolService"]?.(transport);
  if (caller === undefined) throw new Error("no such service");
  return caller;
}

describe("a plugin started by hand", () => {
  test("without --listen says what it is and how to call it", async () => {
    const started = run([]);
    expect(await started.exited).toBe(1);
    expect(started.stderr()).toMatch(
      /^nothing to do: .*--listen is missing\n\nThis is a plugin of the PluggableHarness/,
    );
    expect(started.stdout()).toBe("");
  });

  test("tells its options on --help", async () => {
    const started = run(["--help"]);
    expect(await started.exited).toBe(0);
    expect(started.stdout()).toContain("--listen HOST:PORT");
  });

  test.each([
    [["--listen", "nowhere"], /^--listen nowhere: write HOST:PORT, such as 127\.0\.0\.1:8080/],
    [["--listen", "127.0.0.1:0", "--tokn", "x"], /Unknown option '--tokn'/],
    [["--listen", "127.0.0.1:0", "--token", "x", "--no-token"], /^--token and --no-token exclude each other/],
    [["--listen", "192.0.2.1:0"], /loopback/],
  ])("refuses %j with a sentence", async (args, text) => {
    const started = run(args);
    expect(await started.exited).toBe(1);
    expect(started.stderr()).toMatch(text);
  });

  test("prints its address and a token; without the token no call reaches it", async () => {
    const plugin = await startPlugin(file);
    running.push(plugin);
    expect(plugin.stdout()).toMatch(
      /^listening on http:\/\/127\.0\.0\.1:\d+\nsend this header: authorization: Bearer [\w-]{43}\n$/,
    );
    const transport = createGrpcTransport({ baseUrl: plugin.url });

    await expect(collect(toolsAt(transport).invoke("slow"))).rejects.toMatchObject({ code: 16 });
    const withToken = createGrpcTransport({
      baseUrl: plugin.url,
      interceptors: [
        (next) => (request) => {
          request.header.set("authorization", `Bearer ${plugin.token}`);
          return next(request);
        },
      ],
    });
    expect(await terminal(toolsAt(withToken).invoke("slow"))).toMatchObject({
      name: "result",
    });
  });

  test.each(["SIGTERM", "SIGINT"] as const)(
    "ends on %s with 0 while a call runs, which gets its terminal event",
    async (signal) => {
      const plugin = await startPlugin(file, ["--no-token"]);
      running.push(plugin);
      const call = toolsAt(createGrpcTransport({ baseUrl: plugin.url })).invoke("slow");
      const names: string[] = [];
      const start = performance.now();
      for await (const { name, text } of call) {
        names.push(name);
        if (text === "step 1") plugin.child.kill(signal);
      }
      expect(names.at(-1)).toBe("error");
      expect(await plugin.exited).toBe(0);
      console.info(`gone ${Math.round(performance.now() - start)} ms after its start (promised: 2000 after ${signal})`);
      expect(performance.now() - start).toBeLessThan(8000);
    },
  );

  test("whose module throws says so at once and ends with 1", async () => {
    const started = run(["--listen", "127.0.0.1:0"], broken);
    expect(await started.exited).toBe(1);
    expect(started.stderr()).toContain("the database library is not installed");
  });
});
