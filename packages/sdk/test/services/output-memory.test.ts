import { setTimeout as sleep } from "node:timers/promises";
import { create } from "@bufbuild/protobuf";
import { createClient, createHandlerContext, type HandlerContext } from "@connectrpc/connect";
import { compressionGzip, createConnectTransport } from "@connectrpc/connect-node";
import { expect, test } from "@jest/globals";
import { type InvokeRequest, InvokeRequestSchema, type InvokeResponse, ToolService } from "@plugwright/protocol/tool";
import { definePlugin, tool } from "@plugwright/sdk";
import fc from "fast-check";
import * as z from "zod";
import { eventStream } from "../../src/node/connect/event-stream.js";
import { embed } from "../../src/node/embed.js";
import { listen } from "../../src/node/listen.js";
import type { CallEvent, EventSink } from "../../src/operation/events.js";
import { createOutbox } from "../../src/operation/outbox.js";
import { createRedactor } from "../../src/operation/redact.js";
import { transportsTo } from "../endpoint/support.js";
import { inProcess } from "../support/in-process.js";

const KiB = 1024;
const platform = {
  after(ms: number, fn: () => void) {
    const timer = setTimeout(fn, ms);
    return () => clearTimeout(timer);
  },
};

const outboxTo = (sink: EventSink, secrets: readonly { name: string; value: string }[] = []) =>
  createOutbox({
    sink,
    platform,
    redactor: createRedactor(secrets),
    overflow: (error) => {
      throw error;
    },
  });

/** Pieces whose bytes tell where they stand, written from one buffer that is overwritten each time. */
async function pour(sizes: readonly number[], write: (piece: Uint8Array) => Promise<void>): Promise<Buffer> {
  const buffer = new Uint8Array(Math.max(...sizes, 1));
  const all: Buffer[] = [];
  for (const [index, size] of sizes.entries()) {
    const piece = buffer.subarray(0, size).fill(index % 251);
    all.push(Buffer.from(piece));
    await write(piece);
    buffer.fill(255);
  }
  return Buffer.concat(all);
}

const bytesOf = (event: CallEvent): Uint8Array => (event.case === "outputChunk" ? event.value.data : new Uint8Array());

test("memory that is used again never changes what a reader has yet to encode", async () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 200 * KiB }), { minLength: 1, maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(sizes, fc.array(fc.constantFrom(0, 0, 0, 1, 2), { minLength: 1 }), async (pieces, pauses) => {
      let expected: Buffer = Buffer.alloc(0);
      const stream = eventStream<CallEvent>(new AbortController().signal, async (write) => {
        const outbox = outboxTo({ write, keepsNothing: true });
        expected = await pour(pieces, (piece) => outbox.output(piece, "stdout"));
        await outbox.end();
      });
      const encoded: Buffer[] = [];
      let turn = 0;
      for await (const event of stream) {
        // A server encodes whenever it likes, before it asks for the next one.
        const pause = pauses[turn++ % pauses.length] ?? 0;
        if (pause > 0) await sleep(pause);
        encoded.push(Buffer.from(bytesOf(event)));
      }
      expect(Buffer.concat(encoded).equals(expected)).toBe(true);
    }),
    { numRuns: 60 },
  );
}, 60_000);

test("a long output is made in a few buffers", async () => {
  const memories = new Set<ArrayBufferLike>();
  const stream = eventStream<CallEvent>(new AbortController().signal, async (write) => {
    const outbox = outboxTo({ write, keepsNothing: true });
    await pour(Array<number>(200).fill(64 * KiB), (piece) => outbox.output(piece, "stdout"));
    await outbox.end();
  });
  for await (const event of stream) memories.add(bytesOf(event).buffer);
  expect(memories.size).toBeLessThanOrEqual(6);
});

test.each([
  ["of a reader who keeps events", [], {}],
  ["where secrets are taken out", [{ name: "token", value: "s3cr3t-value" }], { keepsNothing: true }],
] as const)("events %s stay as they were", async (_, secrets, promise) => {
  const kept: CallEvent[] = [];
  const copies: Buffer[] = [];
  const outbox = outboxTo(
    {
      ...promise,
      async write(event) {
        kept.push(event);
        copies.push(Buffer.from(bytesOf(event)));
      },
    },
    secrets,
  );
  const expected = await pour(Array<number>(40).fill(40 * KiB), (piece) => outbox.output(piece, "stdout"));
  await outbox.end();
  expect(Buffer.concat(copies).equals(expected)).toBe(true);
  if (secrets.length === 0) expect(Buffer.concat(kept.map(bytesOf)).equals(expected)).toBe(true);
});

const sizes = Array.from({ length: 60 }, (_, index) => (index % 3 === 0 ? 64 * KiB : 40 * KiB + index));

/** Pours pieces that are overwritten once they are sent. */
const pouring = definePlugin({
  name: "pouring",
  version: "1.0.0",
  source: "github.com/plugwright/pouring",
  tools: [
    tool("pour")
      .describe("Pour out pieces, each of other bytes.")
      .input(z.object({}))
      .output(z.object({}))
      .reads()
      .streams()
      .run(async (_, call) => {
        await pour(sizes, (piece) => call.output(piece));
        return {};
      }),
  ],
});
const poured = () => pour(sizes, async () => {});
const outputOf = (responses: readonly InvokeResponse[]): Buffer =>
  Buffer.concat(
    responses.map(({ event }) => (event?.event.case === "outputChunk" ? event.event.value.data : new Uint8Array())),
  );

test("who calls a plugin in its own process may keep events", async () => {
  const { events } = await inProcess(pouring).call("pour", {});
  const kept = events.map((event) => (event?.case === "outputChunk" ? event.value.data : new Uint8Array()));
  expect(Buffer.concat(kept).equals(await poured())).toBe(true);
});

test("who embeds a plugin may keep what it streams, without a transport that encodes it", async () => {
  const { routes, close } = embed(pouring, { category: "tool" });
  let served: object = {};
  routes({
    service(_, implementation) {
      served = implementation;
    },
  });
  const invoke: (request: InvokeRequest, context: HandlerContext) => AsyncIterable<InvokeResponse> = Reflect.get(
    served,
    "invoke",
  );
  const context = createHandlerContext({
    service: ToolService,
    method: ToolService.method.invoke,
    protocolName: "in process",
    requestMethod: "POST",
    url: "http://in.process/",
  });
  const request = create(InvokeRequestSchema, { call: { id: "call-1", toolName: "pour", arguments: {} } });
  const kept: InvokeResponse[] = [];
  for await (const response of invoke(request, context)) kept.push(response);
  context.abort();
  expect(outputOf(kept).equals(await poured())).toBe(true);
  await close();
});

test("every protocol and codec encodes a message before it asks for the next", async () => {
  const { url, close } = await listen(pouring, { token: false });
  const json = createConnectTransport({ baseUrl: url, httpVersion: "1.1", useBinaryFormat: false });
  const packed = createConnectTransport({ baseUrl: url, httpVersion: "2", acceptCompression: [compressionGzip] });
  for (const transport of [...Object.values(transportsTo({ url, token: undefined })), json, packed]) {
    const received: InvokeResponse[] = [];
    const call = { id: "call-1", toolName: "pour", arguments: {} };
    for await (const response of createClient(ToolService, transport).invoke({ call })) received.push(response);
    expect(outputOf(received).equals(await poured())).toBe(true);
  }
  await close();
}, 30_000);
