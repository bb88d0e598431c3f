import { describe, expect, test } from "@jest/globals";
import * as z from "zod";
import { lowerSchema } from "./lower.js";
import { parseWith } from "./parse.js";
import { prepareArguments } from "./prepare.js";
import { problemText } from "./problem.js";
import type { JsonObject } from "./types.js";

const prepare = (schema: z.ZodType, raw: JsonObject) => prepareArguments(lowerSchema(schema, "input").shape, raw);

describe("null", () => {
  const schema = z.object({
    optional: z.string().optional(),
    defaulted: z.number().default(1),
    nullable: z.string().nullable(),
    nullish: z.string().nullish(),
    nullDefault: z.string().nullable().default("d"),
    required: z.string(),
  });

  test("counts as absent where absence is declared and null is not", () => {
    const raw = { optional: null, defaulted: null, nullable: null, nullish: null, nullDefault: null, required: null };
    expect(prepare(schema, raw).value).toEqual({ nullable: null, nullish: null, nullDefault: null, required: null });
  });

  test("counts as absent in nested objects and in the objects of a list", () => {
    const inner = z.object({ a: z.string().optional() });
    expect(
      prepare(z.object({ o: inner, l: z.array(inner) }), { o: { a: null }, l: [{ a: null }, { a: "x" }] }).value,
    ).toEqual({
      o: {},
      l: [{}, { a: "x" }],
    });
  });

  test("optional fields that a model fills with null or an empty text", async () => {
    const In = z.object({
      q: z.string(),
      url: z.string().url().optional(),
      page: z.number().default(1),
      note: z.string().nullable(),
    });
    const prepared = prepare(In, { q: "x", url: "", page: null, note: null, _why: "because" });
    expect(prepared.unknown).toEqual([{ path: "_why", suggestion: undefined }]);
    const refused = await parseWith(In, prepared.value);
    expect(refused.ok ? "" : problemText(refused.problems)).toBe('url: expected a URL, got ""');

    const accepted = await parseWith(In, prepare(In, { q: "x", url: null, page: null, note: null }).value);
    expect(accepted).toEqual({ ok: true, value: { q: "x", page: 1, note: null } });

    const strict = await parseWith(
      z.strictObject(In.shape),
      prepare(z.strictObject(In.shape), { q: "x", note: null, _why: "" }).value,
    );
    expect(strict.ok ? "" : problemText(strict.problems)).toBe(
      '_why: unknown field, expected one of "q", "url", "page", "note"',
    );
  });
});

describe("unknown keys", () => {
  const schema = z.object({ path: z.string(), opts: z.object({ limit: z.int().optional() }).optional() });

  test("are listed with what was probably meant, at every level", () => {
    expect(prepare(schema, { pth: "x", opts: { limt: 1 }, zzz: true }).unknown).toEqual([
      { path: "pth", suggestion: "path" },
      { path: "opts.limt", suggestion: "limit" },
      { path: "zzz", suggestion: undefined },
    ]);
  });

  test("a key that is given as well is not suggested", () => {
    expect(prepare(schema, { path: "x", pth: "y" }).unknown).toEqual([{ path: "pth", suggestion: undefined }]);
  });

  test("are not listed for a strict object, whose error is zod's", () => {
    const prepared = prepare(z.strictObject({ path: z.string() }), { pth: "x" });
    expect(prepared).toEqual({ value: { pth: "x" }, unknown: [], converted: [] });
  });
});

test("the raw arguments are not written to and share no declared container with the copy", () => {
  const raw: JsonObject = { list: [{ a: "x" }], gone: null };
  const { value } = prepare(z.object({ list: z.array(z.object({ a: z.string() })), gone: z.string().optional() }), raw);
  expect(value).toEqual({ list: [{ a: "x" }] });
  expect(value["list"]).not.toBe(raw["list"]);
  expect(raw).toEqual({ list: [{ a: "x" }], gone: null });
});

describe("odd keys in the arguments", () => {
  const raw = (): JsonObject =>
    JSON.parse('{"q":"x","__proto__":{"admin":true},"constructor":"c","toString":"t","hasOwnProperty":"h"}');

  test("an undeclared __proto__ is dropped and changes no prototype", async () => {
    const In = z.object({ q: z.string() });
    const { value, unknown } = prepare(In, raw());
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Object.hasOwn(value, "__proto__")).toBe(false);
    expect(unknown.map(({ path }) => path)).toEqual(["__proto__", "constructor", "toString", "hasOwnProperty"]);
    const parsed = await parseWith(In, value);
    expect(parsed).toEqual({ ok: true, value: { q: "x" } });
    expect(Reflect.get({}, "admin")).toBeUndefined();
  });

  test("declared names arrive, and only own keys count", async () => {
    const In = z.object({ constructor: z.string(), toString: z.string().optional() });
    const parsed = await parseWith(In, prepare(In, raw()).value);
    expect(parsed.ok ? Object.entries(parsed.value as object) : []).toEqual([
      ["constructor", "c"],
      ["toString", "t"],
    ]);
    const absent = await parseWith(In, prepare(In, {}).value);
    expect(absent.ok).toBe(false);
  });

  test("a declared __proto__ stays an own key for zod to see", () => {
    const { value } = prepare(z.object({ ["__proto__"]: z.object({ admin: z.boolean() }) }), raw());
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Object.hasOwn(value, "__proto__")).toBe(true);
    expect(Reflect.get({}, "admin")).toBeUndefined();
  });
});

test("values that do not fit are passed on for zod to refuse", () => {
  const schema = z.object({ o: z.object({ a: z.string().optional() }), l: z.array(z.string()), s: z.string() });
  const raw: JsonObject = { o: ["x"], l: { a: null }, s: { deep: {} } };
  expect(prepare(schema, raw)).toEqual({ value: raw, unknown: [], converted: [] });
});
