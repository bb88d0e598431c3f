import { expect, test } from "@jest/globals";
import * as z from "zod";
import { lowerSchema } from "./lower.js";
import { dropNulls } from "./nulls.js";
import type { JsonObject, Schema } from "./types.js";
import { validate } from "./validate.js";

function dropped(schema: Schema, value: JsonObject): JsonObject {
  const lowered = lowerSchema(schema, "output", { nulls: "drop", depth: 1 });
  expect(lowered.faults).toEqual([]);
  const made = dropNulls(lowered.shape, value);
  expect(validate(lowered.schema, made)).toBeUndefined();
  return made;
}

test("properties that may be null are left out where they are, at any depth", () => {
  const Out = z.object({
    note: z.string().nullable(),
    deep: z.object({ n: z.number().nullish() }),
    list: z.array(z.object({ s: z.string().nullable() })),
    map: z.record(z.string(), z.string().nullable()),
    either: z.union([z.object({ kind: z.literal("a"), x: z.string().nullable() }), z.object({ kind: z.literal("b") })]),
  });
  const value = {
    note: null,
    deep: { n: null },
    list: [{ s: null }, { s: "x" }],
    map: { a: null, b: "y" },
    either: { kind: "a", x: null },
  };
  expect(dropped(Out, value)).toEqual({
    deep: {},
    list: [{}, { s: "x" }],
    map: { b: "y" },
    either: { kind: "a" },
  });
});

test("a null that is not declared stays for the kernel not to look at", () => {
  expect(dropped(z.looseObject({ a: z.string().nullable() }), { a: null, other: null })).toEqual({ other: null });
});

test("where a schema is no longer written out, nulls are dropped all the same", () => {
  const Tree = z.object({
    note: z.string().nullable(),
    get kids() {
      return z.array(Tree);
    },
  });
  const value = { note: null, kids: [{ note: null, kids: [{ note: null, kids: [] }] }] };
  expect(dropped(Tree, value)).toEqual({ kids: [{ kids: [{ kids: [] }] }] });
});
