import { create, toBinary } from "@bufbuild/protobuf";
import { Code, ConnectError, createClient } from "@connectrpc/connect";
import { afterEach, expect, test } from "@jest/globals";
import { ToolResultEventSchema } from "@plugwright/protocol/event";
import { EventKind, KernelCallbackService } from "@plugwright/protocol/kernel";
import { type Call, definePlugin, secret, tool } from "@plugwright/sdk";
import { env, startKernel, type TestKernel } from "@plugwright/testkit";
import * as z from "zod";
import { createBus } from "../src/callbacks/bus.js";
import type { EmitRecord, LogRecord } from "../src/callbacks/recording.js";
import { callbackRoutes } from "../src/callbacks/service.js";
import { memoryTransport } from "../src/connect/memory-transport.js";
import { systemClock } from "../src/system-clock.js";

const config = z.object({ token: secret(z.string()), limit: z.number().default(3) });
const none = z.object({});
const payload = toBinary(ToolResultEventSchema, create(ToolResultEventSchema, {}));
const callsBack = tool<z.output<typeof config>>("calls_back")
  .describe("Calls back.")
  .input(z.object({ text: z.string() }))
  .output(z.object({ count: z.number(), exact: z.boolean(), id: z.string(), limit: z.number() }))
  .reads()
  .run(async ({ text }, call) => {
    call.log.info("counting", { length: text.length });
    const { count, exact } = await call.kernel.countTokens(text);
    const { id } = await call.kernel.emit({ kind: "tool_result", schemaVersion: "1", payload });
    const { limit } = await call.kernel.getConfig();
    return { count, exact, id, limit: Number(limit) };
  });
const plain = tool("plain")
  .describe("Does nothing.")
  .input(none)
  .output(none)
  .reads()
  .run(() => ({}));
const plugin = definePlugin({
  name: "p",
  version: "1.0.0",
  source: "github.com/acme/p",
  config,
  tools: [callsBack, plain],
  setup: (_, { log }) => void log.warn("setting up"),
});

let kernel: TestKernel | undefined;
afterEach(async () => {
  await kernel?.close();
  kernel = undefined;
});

test("what a plugin logs and emits is recorded, tokens are counted, and it gets its configuration", async () => {
  kernel = await startKernel({
    providers: [{ plugin }],
    config: { p: { token: env("TOKEN") } },
    environment: { TOKEN: "s3cr3t-value" },
  });
  // ü is two bytes: 9 in all.
  const { result } = await kernel.call(callsBack, { text: "nüchtern" });
  expect(result).toEqual({ count: 3, exact: false, id: "event-1", limit: 3 });
  expect(kernel.log).toEqual([
    { provider: "p", level: "warn", message: "setting up", fields: {}, by: "callback" },
    {
      provider: "p",
      level: "info",
      message: "counting",
      fields: { call_id: "call-1", operation: "calls_back", session_id: "session-1", turn_id: "turn-1", length: 8 },
      sessionId: "session-1",
      by: "callback",
    },
  ]);
  expect(kernel.emits).toEqual([
    {
      provider: "p",
      sessionId: "session-1",
      kind: "tool_result",
      schemaVersion: "1",
      payload,
      id: "event-1",
      sequence: 1n,
    },
  ]);
});

test("a call knows that a kernel is there", async () => {
  const seen: boolean[] = [];
  const looks = tool("looks")
    .describe("Looks.")
    .input(none)
    .output(none)
    .reads()
    .run((_, call: Call) => {
      seen.push(call.kernel.connected);
      return {};
    });
  kernel = await startKernel({
    providers: [{ plugin: definePlugin({ name: "q", version: "1.0.0", source: "github.com/acme/q", tools: [looks] }) }],
  });
  await kernel.call(looks, {});
  expect(seen).toEqual([true]);
});

/** The callback service as a provider sees it. */
function callbacks() {
  const bus = createBus();
  const log: LogRecord[] = [];
  const state = {
    clock: systemClock,
    sessionId: "s",
    log,
    record: (entry: LogRecord) => void log.push(entry),
    emits: [] as EmitRecord[],
    bus,
    startedAt: 0,
  };
  const caller = { provider: "p", category: "tool", producer: undefined, config: { a: 1 }, saw: () => {} };
  const client = createClient(
    KernelCallbackService,
    memoryTransport(
      callbackRoutes(state, () => caller),
      systemClock,
    ),
  );
  return { client, state, bus };
}

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => Code[ConnectError.from(error).code],
  );

test("callbacks that make no sense are refused", async () => {
  const { client, state } = callbacks();
  const event = { sessionId: "s", kind: EventKind.TOOL_RESULT, schemaVersion: "1", payload };
  expect(await codeOf(client.log({ entries: [] }))).toBe("InvalidArgument");
  expect(await codeOf(client.emit({ ...event, sessionId: "another" }))).toBe("InvalidArgument");
  expect(await codeOf(client.emit({ ...event, kind: 0 }))).toBe("InvalidArgument");
  expect(await codeOf(client.emit({ ...event, kind: EventKind.PLAN }))).toBe("PermissionDenied");
  expect(await codeOf(client.countTokens({ content: [{ block: { case: "image", value: {} } }] }))).toBe(
    "InvalidArgument",
  );
  expect(await codeOf(client.publish({ eventType: "No.t", payloadType: "t", schemaVersion: "1" }))).toBe(
    "InvalidArgument",
  );
  expect(await codeOf(client.runSession({}))).toBe("Unimplemented");
  expect([state.emits, state.log]).toEqual([[], []]);
  expect(await codeOf(client.emit(event))).toBeUndefined();
});

test("what a session has stored can be read, all of it or in part", async () => {
  const { client } = callbacks();
  for (const kind of [EventKind.TOOL_RESULT, EventKind.TOOL_CALL, EventKind.TOOL_RESULT]) {
    await client.emit({ sessionId: "s", kind, schemaVersion: "1", payload });
  }
  const read = async (request: object) => {
    const sequences: bigint[] = [];
    for await (const { sequence } of client.readEvents({ sessionId: "s", ...request })) sequences.push(sequence);
    return sequences;
  };
  expect(await read({})).toEqual([1n, 2n, 3n]);
  expect(await read({ kinds: [EventKind.TOOL_RESULT] })).toEqual([1n, 3n]);
  expect(await read({ fromSequence: 2n, limit: 1 })).toEqual([2n]);
});

test("the bus brings what is published from then on, to those who asked for its topic", async () => {
  const { client, bus } = callbacks();
  const listen = async (...topicFilters: string[]) => {
    const stop = new AbortController();
    const topics: string[] = [];
    const listening = (async () => {
      for await (const { topic } of client.subscribe({ topicFilters }, { signal: stop.signal })) topics.push(topic);
    })().catch(() => undefined);
    await new Promise((resolve) => setImmediate(resolve));
    const end = () => {
      stop.abort();
      return listening;
    };
    return { topics, end };
  };
  const other = { topic: "kernel.state", payload: new Uint8Array(), payloadType: "t", schemaVersion: "1" };
  bus.publish(other);
  const exact = await listen("plugin.tool.p.changed");
  const wide = await listen("plugin.tool.*", "kernel.state");
  const { topic } = await client.publish({ eventType: "changed", payloadType: "t", schemaVersion: "1" });
  await client.publish({ eventType: "removed", payloadType: "t", schemaVersion: "1" });
  bus.publish(other);
  await new Promise((resolve) => setTimeout(resolve, 10));
  await Promise.all([exact.end(), wide.end()]);
  expect(topic).toBe("plugin.tool.p.changed");
  expect(exact.topics).toEqual(["plugin.tool.p.changed"]);
  expect(wide.topics).toEqual(["plugin.tool.p.changed", "plugin.tool.p.removed", "kernel.state"]);
});
