import { describe, expect, test } from "@jest/globals";
import * as z from "zod";
import { keyFault } from "./key-fault.js";
import { lowerSchema } from "./lower.js";

const fault = (field: string, members: Record<string, z.ZodType>) =>
  keyFault(lowerSchema(z.object(members), "input").shape, field);

test.each([
  ["a string", z.string()],
  ["a number", z.int()],
  ["a boolean", z.boolean()],
  ["an enum", z.enum(["a", "b"])],
  ["a literal", z.literal("a")],
  ["a constrained string", z.string().min(1).regex(/x/)],
  ["a URL", z.url()],
  ["a refined string", z.string().refine(() => true)],
])("%s may be a key", (_, schema) => {
  expect(fault("k", { k: schema })).toBeUndefined();
});

describe("no key can be", () => {
  test.each([
    [
      "optional",
      z.string().optional(),
      "a key must be required: all calls without it would share one key",
      "drop .optional()",
    ],
    [
      "defaulted",
      z.string().default("x"),
      "a key cannot have a default: the kernel would not see it",
      "drop .default()",
    ],
    ["nullable", z.string().nullable(), "a key cannot be null: all such calls would share one key", "drop .nullable()"],
    ["coerced", z.coerce.string(), "a key cannot be changed by zod: the kernel sees it as it was sent", "coercion"],
    [
      "a coerced number",
      z.coerce.number(),
      "a key cannot be changed by zod: the kernel sees it as it was sent",
      "coercion",
    ],
    ["trimmed", z.string().trim(), "a key cannot be changed by zod: the kernel sees it as it was sent", "rewriting"],
    ["an array", z.array(z.string()), "a key must be a string, a number or a boolean", "call.lock(...)"],
    ["an object", z.object({}), "a key must be a string, a number or a boolean", "call.lock(...)"],
  ])("%s", (_, schema, reason, hint) => {
    expect(fault("k", { k: schema })).toEqual({ path: "k", reason, hint: expect.stringContaining(hint) });
  });

  test("a field that is not there", () => {
    expect(fault("pth", { path: z.string(), from: z.int() })).toEqual({
      path: "pth",
      reason: "the key names no field of the input",
      hint: 'write "path"',
    });
    expect(fault("zzz", { path: z.string(), from: z.int() })?.hint).toBe('write one of "path", "from"');
    expect(fault("toString", {})?.hint).toBe("declare it in .input()");
  });
});

test("a field that was refused has its fault already", () => {
  expect(fault("k", { k: z.date() })).toBeUndefined();
});
