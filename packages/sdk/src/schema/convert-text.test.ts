import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { convertText } from "./convert-text.js";

describe("a number is what JSON calls one, if a double holds it", () => {
  test.each([
    ["5", 5],
    ["-5", -5],
    ["0", 0],
    ["0.1", 0.1],
    ["5.0", 5],
    ["1e3", 1000],
    ["1.5E-3", 0.0015],
    ["9007199254740991", 9007199254740991],
  ])("%s", (text, value) => {
    expect(convertText(text, "number")).toBe(value);
  });

  test.each([
    "05",
    "1e400",
    " 5",
    "5 ",
    "+5",
    ".5",
    "5.",
    "0x5",
    "1_000",
    "",
    "NaN",
    "Infinity",
    "five",
    // No double holds these, and a negative zero is sent as it is or not at all.
    "9007199254740993",
    "0.30000000000000001",
    "1e-400",
    "-0",
  ])("%j is none", (text) => {
    expect(convertText(text, "number")).toBeUndefined();
  });

  test("every number that is printed is read back", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        fc.pre(!Object.is(value, -0));
        expect(convertText(JSON.stringify(value), "number")).toBe(value);
      }),
    );
  });
});

test("a boolean is true or false", () => {
  expect(["true", "false", "True", "1", "yes", " true"].map((text) => convertText(text, "boolean"))).toEqual([
    true,
    false,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

describe("JSON text", () => {
  test("is an object or an array, as is asked for", () => {
    expect(convertText('{"a": [1, "x"]}\n', "object")).toEqual({ a: [1, "x"] });
    expect(convertText('["a"]', "array")).toEqual(["a"]);
    expect(convertText('["a"]', "object")).toBeUndefined();
    expect(convertText("{}", "array")).toBeUndefined();
    expect(convertText("null", "object")).toBeUndefined();
    expect(convertText("{a: 1}", "object")).toBeUndefined();
  });

  test("with a number that no double holds, or with a key twice, is left alone", () => {
    expect(convertText('{"id": 9007199254740993}', "object")).toBeUndefined();
    expect(convertText("[1e400]", "array")).toBeUndefined();
    expect(convertText('{"a": 1, "\\u0061": 2}', "object")).toBeUndefined();
    expect(convertText('{"a": "9007199254740993", "b": "x\\": 1"}', "object")).toEqual({
      a: "9007199254740993",
      b: 'x": 1',
    });
  });

  test("keeps a key named __proto__ to itself", () => {
    const value = convertText('{"__proto__": {"admin": true}}', "object");
    expect(Object.hasOwn(value as object, "__proto__")).toBe(true);
    expect(Reflect.get({}, "admin")).toBeUndefined();
  });

  test("that nests deeper than anything that can be sent is left alone", () => {
    expect(convertText(`${"[".repeat(5000)}${"]".repeat(5000)}`, "array")).toBeUndefined();
  });

  test("is read back whatever it says", () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue({ maxDepth: 3 })), (value) => {
        const text = JSON.stringify(value);
        fc.pre(!/-0(?![.\d])/u.test(text));
        expect(convertText(text, "array")).toEqual(JSON.parse(text));
      }),
    );
  });
});
