import { describe, expect, test } from "@jest/globals";
import * as z from "zod";
import * as mini from "zod/mini";
import * as z3 from "zod/v3";
import { parseWith } from "./parse.js";
import { problemText } from "./problem.js";
import { secret } from "./secret.js";
import type { Schema } from "./types.js";

async function textOf(schema: Schema, value: unknown): Promise<string> {
  const parsed = await parseWith(schema, value);
  return parsed.ok ? "accepted" : problemText(parsed.problems);
}

describe("one line per problem, with path, expected and got", () => {
  const rows: readonly (readonly [Schema, unknown, string])[] = [
    [z.object({ from: z.int().min(1) }), { from: 0 }, "from: expected a whole number of at least 1, got 0"],
    [z.object({ path: z.string() }), {}, "path: expected a string, got nothing"],
    [z.object({ path: z.string() }), { path: 5 }, "path: expected a string, got 5"],
    [z.object({ path: z.string() }), { path: null }, "path: expected a string, got null"],
    [z.object({ n: z.number() }), { n: "5" }, 'n: expected a number, got the string "5"'],
    [z.object({ n: z.int() }), { n: 1.5 }, "n: expected a whole number, got 1.5"],
    [z.object({ n: z.int() }), { n: "5" }, 'n: expected a whole number, got the string "5"'],
    [z.object({ n: z.number().gt(0) }), { n: -1 }, "n: expected a number more than 0, got -1"],
    [z.object({ n: z.number().max(9) }), { n: 10 }, "n: expected a number of at most 9, got 10"],
    [z.object({ n: z.number().multipleOf(2) }), { n: 3 }, "n: expected a multiple of 2, got 3"],
    [z.object({ b: z.boolean() }), { b: "false" }, 'b: expected true or false, got the string "false"'],
    [z.object({ s: z.string().nullable() }), { s: 1 }, "s: expected a string or null, got 1"],
    [z.object({ s: z.string().min(1) }), { s: "" }, 's: expected a string of at least 1 character, got ""'],
    [z.object({ s: z.string().length(3) }), { s: "ab" }, 's: expected a string of exactly 3 characters, got "ab"'],
    [
      z.object({ s: z.string().max(5) }),
      { s: "x".repeat(300) },
      "s: expected a string of at most 5 characters, got 300 characters",
    ],
    [z.object({ s: z.string().regex(/^a/i) }), { s: "b" }, 's: expected a string that matches /^a/i, got "b"'],
    [z.object({ s: z.string().startsWith("x") }), { s: "b" }, 's: expected a string that starts with "x", got "b"'],
    [z.object({ s: z.email() }), { s: "b" }, 's: expected an email address, got "b"'],
    [z.object({ s: z.uuid() }), { s: "b" }, 's: expected a UUID, got "b"'],
    [z.object({ s: z.iso.datetime() }), { s: "today" }, 's: expected an ISO 8601 date-time, got "today"'],
    [z.object({ at: z.coerce.date() }), { at: "today" }, 'at: expected an ISO 8601 date-time, got the string "today"'],
    [z.object({ s: z.string().lowercase() }), { s: "A" }, 's: expected a string in lower case, got "A"'],
    [z.object({ e: z.enum(["a", "b"]) }), { e: "c" }, 'e: expected one of "a", "b", got "c"'],
    [z.object({ e: z.literal("a") }), { e: "c" }, 'e: expected "a", got "c"'],
    [z.object({ l: z.array(z.string()) }), { l: "[]" }, 'l: expected an array, got the string "[]"'],
    [z.object({ l: z.array(z.string()) }), { l: ["a", 1] }, "l[1]: expected a string, got 1"],
    [
      z.object({ l: z.array(z.string()).max(1) }),
      { l: ["a", "b"] },
      "l: expected an array of at most 1 item, got 2 items",
    ],
    [z.object({ l: z.array(z.object({ a: z.string() })) }), { l: [{}] }, "l[0].a: expected a string, got nothing"],
    [z.object({ "odd key": z.string() }), {}, '["odd key"]: expected a string, got nothing'],
    [z.object({ o: z.object({}) }), { o: [] }, "o: expected an object, got an empty array"],
    [z.object({ s: z.string() }), "text", 'expected an object, got the string "text"'],
    [z.object({ s: z.string().refine((s) => s === "y", "must be y") }), { s: "n" }, 's: must be y, got "n"'],
    [
      z.object({ a: z.int(), b: z.int() }).refine((o) => o.a < o.b, "a must be less than b"),
      { a: 2, b: 1 },
      "a must be less than b",
    ],
    [z.object({ u: z.union([z.string(), z.int()]) }), { u: true }, "u: expected a string or a number, got true"],
    [z.strictObject({ limit: z.int() }), { limt: 1, limit: 1 }, 'limt: unknown field, expected one of "limit"'],
    [z.strictObject({ limit: z.int().optional() }), { limt: 1 }, 'limt: unknown field, did you mean "limit"?'],
    [z.object({ o: z.strictObject({}) }), { o: { x: 1 } }, "o.x: unknown field, expected no fields"],
    [
      z.object({ token: secret(z.string()).min(8) }),
      { token: "hunter2" },
      "token: expected a string of at least 8 characters, got a value that is not shown",
    ],
  ];
  test.each(rows.map(([schema, value, line]) => [line, schema, value] as const))("%s", async (line, schema, value) => {
    expect(await textOf(schema, value)).toBe(line);
  });

  test.each<[unknown, z3.ZodTypeAny, string]>([
    [0, z3.number().int().min(1), "p: expected a whole number of at least 1, got 0"],
    [1.5, z3.number().int(), "p: expected a whole number, got 1.5"],
    ["5", z3.number(), 'p: expected a number, got the string "5"'],
    [10, z3.number().max(9), "p: expected a number of at most 9, got 10"],
    [3, z3.number().multipleOf(2), "p: expected a multiple of 2, got 3"],
    [undefined, z3.string(), "p: expected a string, got nothing"],
    ["", z3.string().min(1), 'p: expected a string of at least 1 character, got ""'],
    ["b", z3.string().email(), 'p: expected an email address, got "b"'],
    ["b", z3.string().regex(/^a/i), 'p: expected a string that matches /^a/i, got "b"'],
    ["b", z3.string().startsWith("x"), 'p: expected a string that starts with "x", got "b"'],
    ["today", z3.string().datetime(), 'p: expected an ISO 8601 date-time, got "today"'],
    ["c", z3.enum(["a", "b"]), 'p: expected one of "a", "b", got "c"'],
    ["c", z3.literal("a"), 'p: expected "a", got "c"'],
    [["a", "b"], z3.array(z3.string()).max(1), "p: expected an array of at most 1 item, got 2 items"],
    [true, z3.union([z3.string(), z3.number()]), "p: expected a string or a number, got true"],
    [
      { limt: 1 },
      z3.object({ limit: z3.number().optional() }).strict(),
      'p.limt: unknown field, did you mean "limit"?',
    ],
    [
      { k: "c" },
      z3.discriminatedUnion("k", [z3.object({ k: z3.literal("a") }), z3.object({ k: z3.literal("b") })]),
      'p.k: expected one of "a", "b", got "c"',
    ],
    ["n", z3.string().refine((s) => s === "y", "must be y"), 'p: must be y, got "n"'],
    ["today", z3.coerce.date(), 'p: expected an ISO 8601 date-time, got the string "today"'],
  ])("zod 3 reads the same: %j", async (value, schema, line) => {
    expect(await textOf(z3.object({ p: schema }), { p: value })).toBe(line);
  });

  test.each([
    ["zod 4", z],
    ["zod 3", z3 as unknown as typeof z],
  ])("%s: a union says what the form that was meant, or the nearest one, lacks", async (_, lib) => {
    const In = lib.object({
      o: lib.union([
        lib.object({ kind: lib.literal("a"), x: lib.object({ n: lib.number() }) }),
        lib.object({ y: lib.string() }),
      ]),
    });
    expect(await textOf(In, { o: { kind: "a", x: {} } })).toBe(
      "o: fits none of 2 forms; x.n: expected a number, got nothing",
    );
    const Named = lib.object({
      o: lib.union([
        lib.object({ kind: lib.literal("a"), x: lib.number(), y: lib.number() }),
        lib.object({ kind: lib.literal("b") }),
      ]),
    });
    expect(await textOf(Named, { o: { kind: "a" } })).toBe(
      "o: fits none of 2 forms; x: expected a number, got nothing; y: expected a number, got nothing",
    );
  });

  test("a key that does not fit is told as one", async () => {
    const In = z.object({ r: z.record(z.string().min(2), z.number()) });
    expect(await textOf(In, { r: { a: 1 } })).toBe('r.a: expected as a key a string of at least 2 characters, got "a"');
  });

  test("zod mini, whose own messages say nothing, reads the same", async () => {
    const schema = mini.object({
      from: mini.int().check(mini.minimum(1)),
      path: mini.string(),
      e: mini.enum(["a", "b"]),
    });
    expect(await textOf(schema, { from: 0, e: "c" })).toBe(
      'from: expected a whole number of at least 1, got 0\npath: expected a string, got nothing\ne: expected one of "a", "b", got "c"',
    );
  });

  test("a problem tells path, expected and got apart", async () => {
    expect(await parseWith(z.object({ n: z.number() }), { n: "5" })).toEqual({
      ok: false,
      problems: [
        { path: "n", expected: "a number", got: 'the string "5"', message: 'n: expected a number, got the string "5"' },
      ],
    });
  });

  test("a schema with neither methods nor messages is run through the shared interface", async () => {
    const core = { "~standard": z.object({ n: z.number() })["~standard"], _zod: z.object({ n: z.number() })._zod };
    expect(await textOf(core, { n: "5" })).toBe('n: expected a number, got the string "5"');
    expect(await parseWith(core, { n: 5 })).toEqual({ ok: true, value: { n: 5 } });
  });
});

test("values sent as text are refused in one error that lists all four paths; texts are left alone", async () => {
  const In = z.object({
    n: z.number(),
    flag: z.boolean(),
    list: z.array(z.string()),
    cfg: z.object({ a: z.number() }),
    text: z.string(),
    bool: z.string(),
  });
  const given = { n: "5", flag: "false", list: '["a"]', cfg: '{"a":1}', text: "[1]", bool: "true" };
  expect(await textOf(In, given)).toBe(
    [
      'n: expected a number, got the string "5"',
      'flag: expected true or false, got the string "false"',
      'list: expected an array, got the string "[\\"a\\"]"',
      'cfg: expected an object, got the string "{\\"a\\":1}"',
    ].join("\n"),
  );
});

describe("bounds", () => {
  test("at most 20 lines, then how many more there are", async () => {
    const text = await textOf(z.object({ l: z.array(z.string()) }), { l: Array.from({ length: 25 }, () => 1) });
    const lines = text.split("\n");
    expect(lines).toHaveLength(21);
    expect(lines[19]).toBe("l[19]: expected a string, got 1");
    expect(lines[20]).toBe("and 5 more");
  });

  test("no line passes 200 characters, no value 40, and nothing breaks a line", async () => {
    const long = "line\n".repeat(1000);
    const schema = z.object({ [long]: z.number(), s: z.string().refine(() => false, long), e: z.enum([long, "b"]) });
    const text = await textOf(schema, { [long]: long, s: long, e: "c" });
    const lines = text.split("\n");
    expect(lines).toHaveLength(3);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(200);
    const parsed = await parseWith(z.object({ n: z.number() }), { n: "x".repeat(100) });
    expect(parsed.ok ? "" : parsed.problems[0]?.got).toBe(`the string "${"x".repeat(37)}…"`);
  });
});

describe("what a call gets is its own", () => {
  test("a default object is not shared between calls", async () => {
    const In = z.object({ o: z.object({ seen: z.array(z.string()) }).default({ seen: [] }) });
    const call = async () => {
      const parsed = await parseWith(In, {});
      const { o } = (parsed.ok ? parsed.value : undefined) as z.output<typeof In>;
      o.seen.push("x");
      return o.seen.length;
    };
    expect(await call()).toBe(1);
    expect(await call()).toBe(1);
    expect(await Promise.all(Array.from({ length: 20 }, call))).toEqual(Array.from({ length: 20 }, () => 1));
  });

  test("Map, Set and Date inside a default are copied, other instances are kept", async () => {
    class Handle {}
    const value = { map: new Map([["k", { a: 1 }]]), set: new Set([1]), date: new Date(0), handle: new Handle() };
    const In = z.object({ v: z.any().default(value) });
    const parsed = await parseWith(In, {});
    const { v } = (parsed.ok ? parsed.value : undefined) as { v: typeof value };
    expect(v).toEqual(value);
    expect(v.map).not.toBe(value.map);
    expect(v.map.get("k")).not.toBe(value.map.get("k"));
    expect(v.set).not.toBe(value.set);
    expect(v.date).not.toBe(value.date);
    expect(v.handle).toBe(value.handle);
  });

  test("circles are copied as circles, frozen values stay frozen", async () => {
    const circle: { self?: unknown } = {};
    circle.self = circle;
    const In = z.object({ c: z.any().default(circle), r: z.array(z.string()).readonly() });
    const parsed = await parseWith(In, { r: ["a"] });
    const value = (parsed.ok ? parsed.value : undefined) as { c: { self: { self: unknown } }; r: readonly string[] };
    // zod has cloned the top of the circle already.
    expect(value.c.self).not.toBe(circle);
    expect(value.c.self.self).toBe(value.c.self);
    expect(Object.isFrozen(value.r)).toBe(true);
  });
});

describe("the author's code", () => {
  test("an async refinement is awaited", async () => {
    const In = z.object({ s: z.string().refine(async (s) => s === "y", "must be y") });
    expect(await textOf(In, { s: "y" })).toBe("accepted");
    expect(await textOf(In, { s: "n" })).toBe('s: must be y, got "n"');
  });

  test("what it throws is not taken for a refusal", async () => {
    const thrown = new Error("database gone");
    const In = z.object({
      s: z.string().refine(() => {
        throw thrown;
      }),
    });
    await expect(parseWith(In, { s: "x" })).rejects.toBe(thrown);
  });

  test("a value that is no schema is told so", async () => {
    await expect(parseWith({ path: "x" } as unknown as Schema, {})).rejects.toThrow(
      "not a zod schema: it can neither safeParseAsync nor be validated",
    );
  });
});
