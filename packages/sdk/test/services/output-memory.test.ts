import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { eventStream } from "../../src/node/connect/event-stream.js";
import type { CallEvent, EventSink } from "../../src/operation/events.js";
import { createOutbox } from "../../src/operation/outbox.js";
import { createRedactor } from "../../src/operation/redact.js";

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
