import { describe, expect, test } from "@jest/globals";
import * as z from "zod";
import * as mini from "zod/mini";
import * as z3 from "zod/v3";
import * as core from "zod/v4/core";
import { isSecret, secret } from "./secret.js";
import type { Schema } from "./types.js";

describe("the mark survives, in zod 4", () => {
  test.each<[string, Schema]>([
    ["alone", secret(z.string())],
    [".min(8)", secret(z.string()).min(8)],
    [".describe()", secret(z.string()).describe("d")],
    [".meta()", secret(z.string()).meta({ description: "d" })],
    [".trim()", secret(z.string()).trim()],
    [".email()", secret(z.string()).email()],
    [".refine()", secret(z.string()).refine(() => true)],
    [".optional()", secret(z.string()).optional()],
    [".nullable()", secret(z.string()).nullable()],
    [".default()", secret(z.string()).default("x")],
    [".prefault()", secret(z.string()).prefault("x")],
    [".readonly()", secret(z.string()).readonly()],
    [".brand()", secret(z.string()).brand("B")],
    [".transform()", secret(z.string()).transform(String)],
    ["a chain", secret(z.string()).min(8).describe("d").optional()],
    ["around a wrapper", secret(z.string().optional())],
    ["a format", secret(z.email())],
    ["zod mini", mini.optional(secret(mini.string()).check(mini.minLength(8)))],
  ])("%s", (_, schema) => {
    expect(isSecret(schema)).toBe(true);
  });
});

describe("the mark survives, in zod 3", () => {
  test.each<[string, Schema]>([
    ["alone", secret(z3.string())],
    ["a chain", secret(z3.string()).min(8).describe("d").optional()],
    [".nullable()", secret(z3.string()).nullable()],
    [".refine()", secret(z3.string()).refine(() => true)],
    [".transform()", secret(z3.string()).transform(String)],
    [".default()", secret(z3.string()).default("x")],
    [".brand()", secret(z3.string()).brand("B")],
    ["around a wrapper", secret(z3.string().optional())],
  ])("%s", (_, schema) => {
    expect(isSecret(schema)).toBe(true);
    expect(isSecret(z3.string())).toBe(false);
  });
});

test("the mark is set on schemas of zod's core, which have no methods", () => {
  expect(isSecret(secret(new core.$ZodString({ type: "string" })))).toBe(true);
});

test("the schema that was passed in stays unmarked", () => {
  const plain = z.string();
  secret(plain);
  expect(isSecret(plain)).toBe(false);
  expect(isSecret(z.object({ a: secret(z.string()) }))).toBe(false);
});

test("the copy parses as before and keeps description and type", () => {
  const marked = secret(z.string().min(3).describe("d"));
  expect(marked.description).toBe("d");
  expect(marked.parse("abc")).toBe("abc");
  expect(marked.safeParse("ab").success).toBe(false);
});

test("the author's default is not run for the mark", () => {
  let runs = 0;
  const marked = secret(
    z.string().default(() => {
      runs++;
      return "x";
    }),
  );
  expect(isSecret(marked)).toBe(true);
  expect(runs).toBe(0);
  expect([marked.parse(undefined), marked.parse(undefined), runs]).toEqual(["x", "x", 2]);
});

test("only strings can be marked", () => {
  // @ts-expect-error a number is no secret
  secret(z.number());
  expect(() => secret("x" as unknown as Schema<string>)).toThrow(
    "secret() takes a zod schema of a string: secret(z.string())",
  );
});
