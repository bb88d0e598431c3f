import { fromJson, toBinary } from "@bufbuild/protobuf";
import { StructSchema } from "@bufbuild/protobuf/wkt";
import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { structSize } from "./struct-size.js";
import type { JsonObject, JsonValue } from "./types.js";

test.each<[JsonObject, number]>([
  [{}, 0],
  // entry: tag, length, key (tag, length, "a"), value (tag, length, null: tag, 0)
  [{ a: null }, 2 + 3 + 2 + 2],
  [{ a: true }, 2 + 3 + 2 + 2],
  [{ a: 1 }, 2 + 3 + 2 + 9],
  [{ a: "xyz" }, 2 + 3 + 2 + 5],
  [{ "": "" }, 2 + 2 + 2 + 2],
  [{ a: {} }, 2 + 3 + 2 + 2],
  [{ a: [] }, 2 + 3 + 2 + 2],
  [{ a: "é€😀" }, 2 + 3 + 2 + 2 + 9],
])("%j takes %d bytes", (value, size) => {
  expect(structSize(value)).toBe(size);
  expect(toBinary(StructSchema, fromJson(StructSchema, value)).length).toBe(size);
});

test("is the encoded size of any value", () => {
  const text = fc.string({ unit: "binary", maxLength: 200 });
  // protobuf-es takes `__proto__` for the prototype.
  const key = text.filter((name) => name !== "__proto__");
  const { value } = fc.letrec<{ value: JsonValue; object: JsonObject }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 5 },
      fc.constant(null),
      fc.boolean(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      text,
      fc.array(tie("value")),
      tie("object"),
    ),
    object: fc.dictionary(key, tie("value"), { noNullPrototype: true }),
  }));
  fc.assert(
    fc.property(fc.dictionary(key, value, { noNullPrototype: true }), (object) => {
      expect(structSize(object)).toBe(toBinary(StructSchema, fromJson(StructSchema, object)).length);
    }),
    { numRuns: 200 },
  );
});

test("counts what crosses the length of one varint byte", () => {
  for (const length of [124, 125, 126, 127, 128, 16_380, 16_384, 2_097_150]) {
    const value = { a: "x".repeat(length) };
    expect(structSize(value)).toBe(toBinary(StructSchema, fromJson(StructSchema, value)).length);
  }
});
