import { runInNewContext } from "node:vm";
import { describe, expect, test } from "@jest/globals";
import { dropUndefined, normalise, normaliseValue } from "./normalise.js";

describe("is carried", () => {
  test.each([
    [
      "JSON",
      { s: "x", n: 1.5, b: true, z: null, l: [1, "a", null], o: { a: {} } },
      { s: "x", n: 1.5, b: true, z: null, l: [1, "a", null], o: { a: {} } },
    ],
    ["undefined properties, dropped", { a: undefined, o: { b: undefined } }, { o: {} }],
    [
      "a Date, as its ISO string",
      { at: new Date(0), l: [new Date(1)] },
      { at: "1970-01-01T00:00:00.000Z", l: ["1970-01-01T00:00:00.001Z"] },
    ],
    [
      "the largest safe integers",
      { a: 9007199254740991, b: -9007199254740991 },
      { a: 9007199254740991, b: -9007199254740991 },
    ],
    ["a fraction of any size", { a: 5e-324 }, { a: 5e-324 }],
    ["emoji", { "😀": "👩‍👩‍👧" }, { "😀": "👩‍👩‍👧" }],
    ["one object used twice", ((o) => ({ a: o, b: o }))({ x: 1 }), { a: { x: 1 }, b: { x: 1 } }],
    ["an object without prototype", Object.assign(Object.create(null), { a: 1 }), { a: 1 }],
    ["toJSON, which is not called", { o: { toJSON: undefined, a: 1 } }, { o: { a: 1 } }],
  ])("%s", (_, value, expected) => {
    expect(normalise(value)).toEqual({ ok: true, value: expected });
  });

  test("objects, lists and dates of another realm", () => {
    const foreign: unknown = runInNewContext("({ at: new Date(0), l: [{ a: 1 }] })");
    expect(normalise(foreign)).toEqual({ ok: true, value: { at: "1970-01-01T00:00:00.000Z", l: [{ a: 1 }] } });
  });

  test("always as a copy", () => {
    const value = { o: { a: 1 }, l: [1] };
    const normal = normalise(value);
    expect(normal.ok && normal.value).not.toBe(value);
    expect(normal.ok && normal.value["o"]).not.toBe(value.o);
    expect(normal.ok && normal.value["l"]).not.toBe(value.l);
  });

  test("odd keys survive as own keys and change no prototype", () => {
    const value: unknown = JSON.parse('{"__proto__":{"admin":true},"constructor":"c","o":{"__proto__":1}}');
    const normal = normalise(value);
    const copy = normal.ok ? normal.value : {};
    expect(Object.keys(copy)).toEqual(["__proto__", "constructor", "o"]);
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
    expect(JSON.stringify(copy)).toBe('{"__proto__":{"admin":true},"constructor":"c","o":{"__proto__":1}}');
    expect(Reflect.get({}, "admin")).toBeUndefined();
  });
});

describe("is refused, with path and reason", () => {
  const circle: Record<string, unknown> = {};
  circle["o"] = { circle };
  test.each<[string, unknown, string, string]>([
    ["NaN", { ratio: 0 / 0 }, "ratio", "JSON carries no NaN"],
    ["Infinity", { max: Infinity }, "max", "JSON carries no Infinity"],
    ["-Infinity", { o: { min: -Infinity } }, "o.min", "JSON carries no -Infinity"],
    [
      "an integer over 2^53",
      { id: Number("9007199254740993") },
      "id",
      "the integer 9007199254740992 is beyond ±(2^53-1), where a double is not exact: send it as a string",
    ],
    ["a bigint", { id: 1n }, "id", "JSON carries no bigint"],
    ["a function", { f: () => 1 }, "f", "JSON carries no function"],
    ["a symbol", { l: [Symbol("s")] }, "l[0]", "JSON carries no symbol"],
    ["undefined in an array", { l: [1, undefined] }, "l[1]", "JSON carries no undefined"],
    ["a hole", { l: Object.assign(Array(3), { 0: 1, 2: 3 }) }, "l[1]", "the array has a hole here"],
    ["a Map", { m: new Map() }, "m", "JSON carries no Map"],
    ["a Set", { m: new Set() }, "m", "JSON carries no Set"],
    ["an Error", { e: new Error("x") }, "e", "JSON carries no Error"],
    ["a Buffer", { b: Buffer.from("x") }, "b", "JSON carries no Uint8Array"],
    ["an ArrayBuffer", { b: new ArrayBuffer(1) }, "b", "JSON carries no ArrayBuffer"],
    ["a RegExp", { r: /x/ }, "r", "JSON carries no RegExp"],
    ["a Promise", { p: Promise.resolve() }, "p", "JSON carries no Promise"],
    ["a boxed number", { n: Object(1) }, "n", "JSON carries no Number"],
    ["a class instance", { o: new (class Row {})() }, "o", "JSON carries no Row"],
    [
      "a class instance without ancestors",
      { o: Object.create(Object.create(null)) },
      "o",
      "JSON carries no class instance",
    ],
    ["an invalid Date", { at: new Date(NaN) }, "at", "the Date is invalid"],
    ["a circle", circle, "o.circle", "the value contains itself"],
    [
      "half of a surrogate pair",
      { s: "a\ud83d" },
      "s",
      "the text holds half of a surrogate pair, which UTF-8 cannot carry",
    ],
    ["a key with half of a pair", { o: { "\ude00": 1 } }, "o", 'a key holds half of a surrogate pair: "\\ude00"'],
  ])("%s", (_, value, path, reason) => {
    expect(normalise(value)).toEqual({ ok: false, path, reason });
  });

  test.each<[string, unknown, string]>([
    ["nothing", undefined, "expected a plain object, got undefined"],
    ["null", null, "expected a plain object, got null"],
    ["a text", "x", "expected a plain object, got string"],
    ["a list", [], "expected a plain object, got array"],
    ["a Date", new Date(0), "expected a plain object, got Date"],
    ["a Map", new Map(), "expected a plain object, got Map"],
  ])("%s as the root", (_, value, reason) => {
    expect(normalise(value)).toEqual({ ok: false, path: "", reason });
  });

  test("more than 40 levels", () => {
    const nested = (levels: number): unknown => (levels === 0 ? "x" : { o: nested(levels - 1) });
    expect(normalise(nested(40)).ok).toBe(true);
    expect(normalise(nested(41))).toEqual({
      ok: false,
      path: Array(40).fill("o").join("."),
      reason: "nested deeper than 40 levels",
    });
    expect(normalise(nested(5000)).ok).toBe(false);
  });

  test("what a getter of the author's throws is not taken for a refusal", () => {
    const value = {
      get a() {
        throw new Error("gone");
      },
    };
    expect(() => normalise(value)).toThrow("gone");
  });
});

test("any JSON value can be normalised by itself", () => {
  expect(normaliseValue(["a", 1])).toEqual({ ok: true, value: ["a", 1] });
  expect(normaliseValue(undefined)).toEqual({ ok: false, path: "", reason: "JSON carries no undefined" });
});

describe("dropUndefined", () => {
  test("drops undefined properties at any depth, and nothing else", () => {
    const date = new Date(0);
    const map = new Map([["k", undefined]]);
    const dropped = dropUndefined({ a: undefined, b: null, l: [{ c: undefined }, undefined], date, map });
    expect(Object.keys(dropped as object)).toEqual(["b", "l", "date", "map"]);
    expect(dropped).toStrictEqual({ b: null, l: [{}, undefined], date, map });
    expect((dropped as { map: unknown }).map).toBe(map);
  });

  test("leaves circles, sparse lists and bottomless values for normalise to refuse", () => {
    const circle: Record<string, unknown> = {};
    circle["self"] = circle;
    let deep: unknown = "x";
    for (let level = 0; level < 100_000; level++) deep = { deep };
    const sparse = Array(4294967295);
    for (const value of [{ circle }, { deep }, { sparse }]) expect(normalise(dropUndefined(value)).ok).toBe(false);
  });
});
