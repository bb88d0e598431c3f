import { describe, expect, test } from "@jest/globals";
import * as z from "zod";
import * as mini from "zod/mini";
import * as z3 from "zod/v3";
import * as core from "zod/v4/core";
import { keyFault } from "./key-fault.js";
import { lenient } from "./lenient.js";
import { lowerSchema } from "./lower.js";
import { parseWith } from "./parse.js";
import { prepareArguments } from "./prepare.js";
import type { JsonObject, Schema } from "./types.js";

const prepare = (schema: Schema, raw: JsonObject) => prepareArguments(lowerSchema(schema, "input").shape, raw);

const members = {
  n: z.number(),
  flag: z.boolean(),
  list: z.array(z.string()),
  cfg: z.object({ a: z.number() }),
  text: z.string(),
  bool: z.string(),
};
const given = { n: "5", flag: "false", list: '["a"]', cfg: '{"a":"1"}', text: "[1]", bool: "true" };

test("texts are taken for what they say where the schema wants something else, and a text stays a text", async () => {
  const In = lenient(z.object(members));
  const { value, converted } = prepare(In, given);
  expect(value).toEqual({ n: 5, flag: false, list: ["a"], cfg: { a: 1 }, text: "[1]", bool: "true" });
  expect(converted).toEqual([
    { path: "n", to: "number" },
    { path: "flag", to: "boolean" },
    { path: "list", to: "array" },
    { path: "cfg", to: "object" },
    { path: "cfg.a", to: "number" },
  ]);
  expect((await parseWith(In, value)).ok).toBe(true);
});

test("it is off unless it is asked for, and what is advertised does not change", () => {
  expect(prepare(z.object(members), given)).toMatchObject({ value: given, converted: [] });
  const [strict, loose] = [z.object(members), lenient(z.object(members))].map((schema) => lowerSchema(schema, "input"));
  expect(loose?.schema).toEqual(strict?.schema);
});

test("one field may be lenient", () => {
  const In = z.object({ a: lenient(z.number()), b: z.number() });
  expect(prepare(In, { a: "5", b: "5" }).value).toEqual({ a: 5, b: "5" });
});

test("what would lose something, and what the author's code converts, is left alone", () => {
  const In = lenient(
    z.object({
      n: z.number(),
      coerced: z.coerce.number(),
      prepared: z.preprocess((value) => JSON.parse(String(value)), z.array(z.number())),
      converted: z.string().transform(Number).pipe(z.number()),
    }),
  );
  const raw = { n: "05", coerced: "5", prepared: "[1]", converted: "5" };
  expect(prepare(In, raw)).toMatchObject({ value: raw, converted: [] });
});

describe("the mark survives what is made of the schema", () => {
  test.each<[string, Schema]>([
    [".min()", z.object({ p: lenient(z.number()).min(1).describe("d").optional() })],
    [".extend()", lenient(z.object({ p: z.number() })).extend({ q: z.number().optional() })],
    [".default()", z.object({ p: lenient(z.number()).default(1) })],
    ["a union", lenient(z.object({ p: z.union([z.literal(5), z.literal(6)]) }))],
    ["a record", lenient(z.object({}).catchall(z.number()))],
    ["zod mini", mini.object({ p: mini.optional(lenient(mini.number())) })],
    [
      "zod's core",
      new core.$ZodObject({
        type: "object",
        shape: { p: lenient(new core.$ZodNumber({ type: "number", checks: [] })) },
      }),
    ],
    ["zod 3", z3.object({ p: lenient(z3.number()).min(1).optional() })],
    ["zod 3, an object", lenient(z3.object({ p: z3.number() })).extend({ q: z3.number().optional() })],
  ])("%s", (_, schema) => {
    expect(prepare(schema, { p: "5" }).value).toEqual({ p: 5 });
  });

  test("and the schema that was passed in stays strict", () => {
    const plain = z.number();
    lenient(plain);
    expect(prepare(z.object({ p: plain }), { p: "5" }).value).toEqual({ p: "5" });
  });
});

test("a key cannot be lenient, nor what is around it", () => {
  const fault = {
    path: "id",
    reason: "a key cannot be lenient: the kernel sees it as it was sent",
    hint: "mark the other fields with lenient(), one by one, or call.lock(...) in the handler",
  };
  for (const schema of [z.object({ id: lenient(z.int()) }), lenient(z.object({ id: z.int() }))]) {
    expect(keyFault(lowerSchema(schema, "input").shape, "id")).toEqual(fault);
  }
  const beside = z.object({ id: z.int(), n: lenient(z.int()) });
  expect(keyFault(lowerSchema(beside, "input").shape, "id")).toBeUndefined();
});

test("in a result it is a fault, where it is said", () => {
  const { faults } = lowerSchema(z.object({ o: lenient(z.object({ n: z.number() })) }), "output");
  expect(faults.map(({ path, reason }) => [path, reason])).toEqual([
    ["o", "lenient() is for arguments: results and configuration are taken as they are"],
  ]);
});

test("a value that is no schema is told so", () => {
  expect(() => lenient("x" as unknown as Schema)).toThrow("lenient() takes a zod schema: lenient(z.object({ ... }))");
});
