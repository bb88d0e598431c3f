import { create, fromJson } from "@bufbuild/protobuf";
import { describe, expect, test } from "@jest/globals";
import { SchemaSchema } from "@plugwright/protocol/schema";
import type { JsonValue } from "./types.js";
import { validate } from "./validate.js";

const schema = fromJson(SchemaSchema, {
  type: "SCHEMA_TYPE_OBJECT",
  properties: {
    s: { type: "SCHEMA_TYPE_STRING" },
    e: { type: "SCHEMA_TYPE_STRING", enumValues: ["", "a"] },
    n: { type: "SCHEMA_TYPE_NUMBER" },
    b: { type: "SCHEMA_TYPE_BOOLEAN" },
    l: { type: "SCHEMA_TYPE_ARRAY", items: { type: "SCHEMA_TYPE_NUMBER" } },
    any: { type: "SCHEMA_TYPE_ARRAY" },
    o: { type: "SCHEMA_TYPE_OBJECT", properties: { x: { type: "SCHEMA_TYPE_STRING" } }, required: ["x"] },
    open: {},
  },
});

describe("accepted", () => {
  test.each<[string, JsonValue]>([
    ["declared types", { s: "x", e: "a", n: 1, b: false, l: [1, 2], o: { x: "y" } }],
    ["absent keys that are not required", {}],
    ["undeclared keys, of any value", { other: null, more: { x: 1 } }],
    ["an empty text that is a member", { e: "" }],
    ["a list without items schema, of anything", { any: [null, 1, "x", {}] }],
    ["a node without type, of anything", { open: null }],
    ["empty containers", { l: [], o: { x: "" } }],
  ])("%s", (_, value) => {
    expect(validate(schema, value)).toBeUndefined();
  });

  test("anything, when there is no schema", () => {
    expect(validate(undefined, null)).toBeUndefined();
    expect(validate(create(SchemaSchema), ["x"])).toBeUndefined();
  });
});

describe("refused", () => {
  test.each<[JsonValue, string, string]>([
    [[], "", "expected an object, got an array"],
    [null, "", "expected an object, got null"],
    ["x", "", "expected an object, got a string"],
    [{ s: null }, "s", "expected a string, got null"],
    [{ s: 1 }, "s", "expected a string, got a number"],
    [{ e: "b" }, "e", 'expected one of "", "a"'],
    [{ n: "1" }, "n", "expected a number, got a string"],
    [{ b: 0 }, "b", "expected a boolean, got a number"],
    [{ l: {} }, "l", "expected an array, got an object"],
    [{ l: [1, null] }, "l[1]", "expected a number, got null"],
    [{ o: {} }, "o.x", "required, but missing"],
    [{ o: { x: null } }, "o.x", "expected a string, got null"],
    [{ any: null }, "any", "expected an array, got null"],
  ])("%j", (value, path, reason) => {
    expect(validate(schema, value)).toEqual({ path, reason });
  });
});

test("a missing payload is an empty object", () => {
  expect(validate(schema, undefined)).toBeUndefined();
  const strict = fromJson(SchemaSchema, {
    type: "SCHEMA_TYPE_OBJECT",
    properties: { a: { type: "SCHEMA_TYPE_STRING" } },
    required: ["a"],
  });
  expect(validate(strict, undefined)).toEqual({ path: "a", reason: "required, but missing" });
});

test("inherited properties are neither present nor validated", () => {
  const odd = fromJson(SchemaSchema, {
    type: "SCHEMA_TYPE_OBJECT",
    properties: { constructor: { type: "SCHEMA_TYPE_STRING" }, toString: { type: "SCHEMA_TYPE_STRING" } },
    required: ["constructor"],
  });
  expect(validate(odd, {})).toEqual({ path: "constructor", reason: "required, but missing" });
  expect(validate(odd, { constructor: "c" } as unknown as JsonValue)).toBeUndefined();
});
