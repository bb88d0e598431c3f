import { Code, ConnectError, createClient } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";
import { afterEach, expect, test } from "@jest/globals";
import { ToolErrorCategory, ToolService } from "@plugwright/protocol/tool";
import { definePlugin, ToolError, text, tool } from "@plugwright/sdk";
import { type Listening, listen } from "@plugwright/sdk/node";
import * as z from "zod";
import { collect, services, terminal } from "../support/clients.js";
import { until } from "../support/until.js";

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const open: Listening[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((listening) => listening.close()));
});

interface Hooks {
  readonly setup?: (config: { mode: string }, signal: AbortSignal) => Promise<void>;
  readonly close?: () => Promise<void>;
  readonly run?: () => Promise<unknown>;
}

async function start({ setup, close, run }: Hooks) {
  const mode = z
    .string()
    .default("plain")
    .refine((value) => (value === "endless" ? new Promise<boolean>(() => undefined) : true));
  const plugin = definePlugin({
    name: "cycle",
    version: "1.0.0",
    source: "github.com/plugwright/cycle",
    config: z.object({ mode }),
    setup: async (config, { signal }) => setup?.(config, signal),
    close: async () => close?.(),
    tools: [
      tool("works")
        .describe("works")
        .input(z.object({}))
        .output(z.object({}))
        .mutates("low")
        .preview(async () => {
          throw new ToolError("not_found", "nothing there", { details: { list: "x".repeat(40_000) } });
        })
        .run(async () => {
          await run?.();
          return {};
        }),
    ],
    render: { "1": () => JSON.parse("{}"), "2": () => text("x".repeat(9 * 1024 * 1024)) },
  });
  const listening = await listen(plugin, { token: false, log: () => undefined });
  open.push(listening);
  const transport = createGrpcTransport({ baseUrl: listening.url });
  const caller = services["ToolService"]?.(transport);
  if (caller === undefined) throw new Error("no such service");
  return { listening, tools: createClient(ToolService, transport), caller };
}

test("setup's signal is the author's to keep: that Configure is over aborts nothing", async () => {
  const signals: AbortSignal[] = [];
  const { tools } = await start({ setup: async (_config, signal) => void signals.push(signal) });
  await tools.configure({ config: {} });
  await pause(50);
  expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
});

test("a setup that Configure's caller gave up is told, and what it makes is closed", async () => {
  const signals: AbortSignal[] = [];
  let closed = 0;
  const { tools } = await start({
    async setup(_config, signal) {
      signals.push(signal);
      await pause(100);
    },
    close: async () => void closed++,
  });
  const abort = new AbortController();
  const configuring = tools.configure({ config: {} }, { signal: abort.signal });
  await until("setup began", () => signals.length === 1);
  abort.abort();
  await expect(configuring).rejects.toThrow();
  await until("its signal aborts", () => signals[0]?.aborted === true);
  await until("what it made is closed", () => closed === 1);
});

test("the time that setup takes counts: the first call ends with a timeout event, not with a broken stream", async () => {
  const ran: true[] = [];
  const { caller } = await start({ setup: () => pause(5000), run: async () => ran.push(true) });
  expect(await terminal(caller.invoke("works", {}, { timeoutMs: 2500 }))).toMatchObject({
    name: "error",
    category: ToolErrorCategory.TIMEOUT,
  });
  expect(ran).toEqual([]);
});

test("a call that is cancelled while setup runs leaves at once", async () => {
  let began = false;
  const { caller } = await start({
    async setup() {
      began = true;
      await pause(3000);
    },
  });
  const abort = new AbortController();
  const calling = collect(caller.invoke("works", {}, { signal: abort.signal }));
  await until("setup began", () => began);
  abort.abort();
  await expect(calling).rejects.toMatchObject({ code: Code.Canceled });
});

test("a check of the configuration that never ends blocks nobody", async () => {
  const { tools, listening } = await start({});
  await tools.configure({ config: { mode: "plain" } });
  const abort = new AbortController();
  const endless = tools.configure({ config: { mode: "endless" } }, { signal: abort.signal });
  await pause(50);
  abort.abort();
  await expect(endless).rejects.toThrow();
  await tools.configure({ config: { mode: "other" } });
  const start0 = performance.now();
  void tools.configure({ config: { mode: "endless" } }).catch(() => undefined);
  await pause(50);
  await listening.close();
  expect(performance.now() - start0).toBeLessThan(8000);
});

test("closing refuses new calls, lets the running one end, and waits for the author's close", async () => {
  let running = false;
  let closed = false;
  const { tools, caller, listening } = await start({
    async run() {
      running = true;
      await pause(400);
    },
    async close() {
      await pause(800);
      closed = true;
    },
  });
  await tools.configure({ config: {} });
  const calling = terminal(caller.invoke("works"));
  await until("it runs", () => running);
  const closing = listening.close();
  expect(await calling).toMatchObject({ name: "error", category: ToolErrorCategory.CANCELLED });
  await closing;
  expect(closed).toBe(true);
});

test("ten calls that wait for one failing default setup share it", async () => {
  let setups = 0;
  const { caller } = await start({
    async setup() {
      setups++;
      await pause(50);
      throw new ToolError("execution_failed", "not today", { retryable: true });
    },
  });
  const all = await Promise.all(Array.from({ length: 10 }, () => terminal(caller.invoke("works"))));
  expect(all[0]).toMatchObject({ retryable: true, text: "the plugin is not configured: not today" });
  expect(setups).toBeLessThan(5);
});

test("a status whose details would not fit a header keeps its code and text", async () => {
  const { tools } = await start({});
  const error = await tools.preview({ call: { id: "1", toolName: "works" } }).then(() => undefined, ConnectError.from);
  expect([error?.code, error?.rawMessage]).toEqual([Code.NotFound, "nothing there"]);
});

test("what is rendered must be a tree, and no larger than a message", async () => {
  const { tools } = await start({});
  const failure = (schemaVersion: string) => tools.render({ schemaVersion }).then(() => undefined, ConnectError.from);
  expect((await failure("1"))?.rawMessage).toMatch(/^what was rendered is no tree/);
  expect((await failure("2"))?.rawMessage).toMatch(/^the rendered tree has 9\d+ bytes, the limit is 4194304/);
});
