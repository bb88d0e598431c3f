import { expect, test } from "@jest/globals";
import type { LogEntry } from "../../kernel/client.js";
import { createLogBatches, type SendBatch } from "./log-batches.js";

/** Batches whose clock stands still until it is told, and whose kernel answers when it is told. */
function setUp() {
  const timers = new Set<{ due: number; fn: () => void }>();
  let now = 0;
  const sent: { session: string | undefined; messages: string[] }[] = [];
  const fallen: string[] = [];
  let answer: () => Promise<void> = async () => undefined;
  const send: SendBatch = (session, entries) => {
    sent.push({ session, messages: entries.map(({ message }) => message) });
    return answer();
  };
  const batches = createLogBatches({
    send,
    fallback: ({ message }) => void fallen.push(message),
    after(ms, fn) {
      const timer = { due: now + ms, fn };
      timers.add(timer);
      return () => timers.delete(timer);
    },
  });
  return {
    batches,
    sent,
    fallen,
    write: (message: string, session?: string) => batches.add(entryOf(message, session)),
    answerWith(next: () => Promise<void>) {
      answer = next;
    },
    async pass(ms: number) {
      now += ms;
      for (const timer of [...timers]) {
        if (timer.due > now) continue;
        timers.delete(timer);
        timer.fn();
      }
      await settle();
    },
  };
}

function entryOf(message: string, session: string | undefined): LogEntry {
  const fields = session === undefined ? {} : { session_id: session };
  return { level: "info", message, fields, time: new Date(0) };
}

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
const never = () => new Promise<void>(() => undefined);
const refuse = () => Promise.reject(new Error("the kernel is gone"));
const numbers = (count: number) => Array.from({ length: count }, (_, index) => String(index));

test("entries wait 50 ms for company and keep their order", async () => {
  const { write, pass, sent } = setUp();
  write("a");
  await pass(30);
  write("b");
  await pass(19);
  expect(sent).toEqual([]);
  await pass(1);
  expect(sent).toEqual([{ session: undefined, messages: ["a", "b"] }]);
});

test("each session has batches of its own", async () => {
  const { write, pass, sent } = setUp();
  for (const [message, session] of [["1", "x"], ["2", "y"], ["3"], ["4", "x"]] as const) write(message, session);
  await pass(50);
  expect(sent).toEqual([
    { session: "x", messages: ["1", "4"] },
    { session: "y", messages: ["2"] },
    { session: undefined, messages: ["3"] },
  ]);
});

test("a full batch does not wait", async () => {
  const { write, pass, sent } = setUp();
  for (const message of numbers(250)) write(message, "x");
  await settle();
  expect(sent.map(({ messages }) => messages.length)).toEqual([100, 100]);
  await pass(50);
  expect(sent.flatMap(({ messages }) => messages)).toEqual(numbers(250));
});

test("long entries are spread over batches that a kernel takes", async () => {
  const { write, pass, sent } = setUp();
  const long = "x".repeat(300 * 1024);
  for (const _ of numbers(7)) write(long);
  await pass(50);
  expect(sent.map(({ messages }) => messages.length)).toEqual([3, 3, 1]);
});

test("one batch is on its way at a time", async () => {
  const { write, pass, sent, answerWith } = setUp();
  let done = (): void => undefined;
  answerWith(() => new Promise((resolve) => (done = resolve)));
  write("first", "x");
  await pass(50);
  write("second", "x");
  await pass(50);
  expect(sent.map(({ messages }) => messages)).toEqual([["first"]]);
  done();
  await settle();
  expect(sent.map(({ messages }) => messages)).toEqual([["first"], ["second"]]);
});

test("what cannot be sent goes to the fall-back, in order; what comes later is tried again", async () => {
  const { write, pass, sent, fallen, answerWith } = setUp();
  answerWith(refuse);
  write("a");
  write("b");
  await pass(50);
  expect(fallen).toEqual(["a", "b"]);
  answerWith(async () => undefined);
  write("c");
  await pass(50);
  expect(fallen).toEqual(["a", "b"]);
  expect(sent.at(-1)).toEqual({ session: undefined, messages: ["c"] });
});

test("while the kernel takes none, ten thousand wait and more go to the fall-back", async () => {
  const { write, pass, fallen, answerWith } = setUp();
  answerWith(never);
  for (const message of numbers(10_003)) write(message);
  await pass(50);
  expect(fallen).toEqual(["10000", "10001", "10002"]);
});

test("a flush does not wait for company", async () => {
  const { write, batches, sent } = setUp();
  write("a");
  await batches.flush(75);
  expect(sent).toEqual([{ session: undefined, messages: ["a"] }]);
});

test("a flush of nothing is done at once", async () => {
  await setUp().batches.flush(75);
});

test("a flush gives to the fall-back what the kernel does not take in time, also what is on its way", async () => {
  const { write, pass, batches, fallen, answerWith } = setUp();
  answerWith(never);
  write("on its way");
  await pass(50);
  write("waits", "x");
  let flushed = false;
  void batches.flush(75).then(() => (flushed = true));
  write("gathered");
  await pass(74);
  expect([flushed, fallen]).toEqual([false, []]);
  await pass(1);
  expect([flushed, fallen]).toEqual([true, ["on its way", "waits", "gathered"]]);
});

test("an answer that comes after a flush has given up changes nothing", async () => {
  const { write, pass, batches, sent, fallen, answerWith } = setUp();
  let fail = (): void => undefined;
  answerWith(() => new Promise((_, reject) => (fail = () => reject(new Error("too late")))));
  write("a");
  void batches.flush(75);
  await pass(75);
  fail();
  await settle();
  expect(fallen).toEqual(["a"]);
  answerWith(async () => undefined);
  write("b");
  await pass(50);
  expect(sent.at(-1)?.messages).toEqual(["b"]);
  expect(fallen).toEqual(["a"]);
});
