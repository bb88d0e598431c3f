import { expect, test } from "@jest/globals";
import { verifies } from "../../../sdk/test/verifies.js";
import { lockKey } from "./key.js";

const key = (fields: readonly string[], args: Parameters<typeof lockKey>[3]) => lockKey("p", "t", fields, args);

test("a key is the canonical JSON of the raw values, in the declared order, absent counting as null", () => {
  verifies("RUN-44");
  expect(key(["b", "a"], { a: 1, b: "x", c: true })).toBe('["p","t","x",1]');
  expect(key(["a", "gone"], { a: { z: [{ y: 1, x: 2 }], b: null } })).toBe(
    '["p","t",{"b":null,"z":[{"x":2,"y":1}]},null]',
  );
});

test("what is equal has one key, and what differs in anything has another", () => {
  verifies("RUN-44");
  expect(key(["a"], { a: { x: 1, y: 2 } })).toBe(key(["a"], { a: { y: 2, x: 1 } }));
  expect(key(["a"], {})).toBe(key(["a"], { a: null }));
  const all = [
    key(["a"], { a: "1" }),
    key(["a"], { a: 1 }),
    key(["a"], { a: ["1"] }),
    key(["a"], { a: "./1" }),
    key(["a", "b"], { a: "1" }),
    lockKey("q", "t", ["a"], { a: "1" }),
    lockKey("p", "u", ["a"], { a: "1" }),
  ];
  expect(new Set(all).size).toBe(all.length);
});
