import { expect, jest, test } from "@jest/globals";
import { createAddressBook } from "./address-book.js";

const at = (address: string) => ({ network: "unix", address });

test("an address told early is found at once, however much later it is asked for", async () => {
  const book = createAddressBook();
  book.enter(7, at("/a"));
  expect(await book.wait(7, { timeoutMs: 0 })).toEqual(at("/a"));
  expect(await book.wait(7, { timeoutMs: 0 })).toEqual(at("/a"));
});

test("everybody who waits gets an address that is told late", async () => {
  const book = createAddressBook();
  const waiting = [book.wait(7, { timeoutMs: 1000 }), book.wait(7, { timeoutMs: 1000 })];
  book.enter(8, at("/other"));
  book.enter(7, at("/a"));
  expect(await Promise.all(waiting)).toEqual([at("/a"), at("/a")]);
});

test("an address told twice is the second one", async () => {
  const book = createAddressBook();
  book.enter(7, at("/a"));
  book.enter(7, at("/b"));
  expect(await book.wait(7, { timeoutMs: 0 })).toEqual(at("/b"));
  expect(book.find(7)).toEqual(at("/b"));
});

test("one that is never told fails after its time, by name; later it is still found", async () => {
  jest.useFakeTimers();
  try {
    const book = createAddressBook();
    const waiting = book.wait(7, { timeoutMs: 5000 });
    const failed = expect(waiting).rejects.toThrow(
      "[unavailable] the host has not told within 5 s where it serves number 7 of the broker",
    );
    jest.advanceTimersByTime(4999);
    expect(jest.getTimerCount()).toBe(1);
    jest.advanceTimersByTime(1);
    await failed;
    expect(jest.getTimerCount()).toBe(0);
    book.enter(7, at("/a"));
    expect(await book.wait(7, { timeoutMs: 5000 })).toEqual(at("/a"));
  } finally {
    jest.useRealTimers();
  }
});

test("a signal ends the waiting at once, with its reason", async () => {
  const book = createAddressBook();
  const controller = new AbortController();
  const waiting = book.wait(7, { timeoutMs: 60_000, signal: controller.signal });
  controller.abort(new Error("the call was cancelled"));
  await expect(waiting).rejects.toThrow("the call was cancelled");
  await expect(book.wait(7, { timeoutMs: 60_000, signal: controller.signal })).rejects.toThrow(
    "the call was cancelled",
  );
});

test("fifty at once each get their own", async () => {
  const book = createAddressBook();
  const ids = Array.from({ length: 50 }, (_, id) => id);
  const waiting = ids.map((id) => book.wait(id, { timeoutMs: 1000 }));
  for (const id of [...ids].reverse()) book.enter(id, at(`/${id}`));
  expect(await Promise.all(waiting)).toEqual(ids.map((id) => at(`/${id}`)));
});

test("numbers that nobody asks for do not pile up", () => {
  const book = createAddressBook();
  for (let id = 0; id < 5000; id++) book.enter(id, at(`/${id}`));
  expect(book.find(0)).toBeUndefined();
  expect(book.find(4999)).toEqual(at("/4999"));
});
