import { expect, test } from "@jest/globals";
import { createLocks } from "./locks.js";

test("a key that another call holds raises concurrency_conflict, and is free when that call ends", () => {
  const locks = createLocks();
  const [first, second] = [{}, {}];
  locks.take(first, "/tmp/a");
  locks.take(first, "/tmp/a");
  expect(() => locks.take(second, "/tmp/a")).toThrow(
    expect.objectContaining({
      category: "concurrency_conflict",
      retryable: true,
      message: 'another call is working on "/tmp/a"',
    }),
  );
  locks.take(second, "/tmp/b");
  locks.releaseAll(first);
  locks.take(second, "/tmp/a");
});

test("a key is a string with something in it", () => {
  expect(() => createLocks().take({}, "")).toThrow(TypeError);
});
