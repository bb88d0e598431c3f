import { toBinary, toJson } from "@bufbuild/protobuf";
import { describe, expect, test } from "@jest/globals";
import { SchemaSchema, SchemaType, type Schema as WireSchema } from "@plugwright/protocol/schema";
import * as z from "zod";
import * as mini from "zod/mini";
import { lowerSchema } from "./lower.js";
import { secret } from "./secret.js";
import type { Side } from "./shape.js";
import type { Schema } from "./types.js";

/** The node that `p` becomes: `STRING! [a, b] text`, where `!` says that it is required. */
function node(schema: Schema, side: Side): string {
  const object = z.object({ p: anySchema(schema) });
  const lowered = lowerSchema(object, side);
  if (lowered.faults.length > 0) return `refused: ${lowered.faults.map((fault) => fault.reason).join(", ")}`;
  const property = lowered.schema.properties["p"];
  return property === undefined ? "missing" : `${told(property, lowered.schema.required.includes("p"))}`;
}

function told(schema: WireSchema, required = false): string {
  const type = `${SchemaType[schema.type]}${required ? "!" : ""}`;
  const items = schema.items === undefined ? "" : ` of ${told(schema.items)}`;
  const values = schema.enumValues.length === 0 ? "" : ` [${schema.enumValues.join(", ")}]`;
  return `${type}${items}${values}${schema.description === "" ? "" : `: ${schema.description}`}`;
}

// The table holds schemas of every kind; z.object() wants zod's own type.
function anySchema(schema: Schema): z.ZodType {
  return schema as z.ZodType;
}

enum Color {
  red = "red",
  blue = "blue",
}
enum Level {
  Low = 0,
  High = 1,
}

describe("both sides alike", () => {
  const rows: readonly (readonly [string, Schema, string])[] = [
    ["z.string()", z.string(), "STRING!"],
    ["z.number()", z.number(), "NUMBER!"],
    ["z.boolean()", z.boolean(), "BOOLEAN!"],
    ["length", z.string().min(1).max(5), "STRING!: 1 to 5 characters"],
    ["least length", z.string().min(1), "STRING!: at least 1 character"],
    ["greatest length", z.string().max(5), "STRING!: at most 5 characters"],
    ["exact length", z.string().length(5), "STRING!: exactly 5 characters"],
    ["regex with its flags", z.string().regex(/^a/i), "STRING!: matches /^a/i"],
    ["trim and lower case", z.string().trim().toLowerCase(), "STRING!"],
    ["number range and step", z.number().min(1).max(9).multipleOf(2), "NUMBER!: 1 to 9, multiple of 2"],
    ["open range", z.number().gt(0).lt(1), "NUMBER!: more than 0, less than 1"],
    ["half open range", z.number().positive().max(5), "NUMBER!: more than 0, at most 5"],
    ["the tightest of two bounds", z.number().min(1).min(3), "NUMBER!: at least 3"],
    ["z.int()", z.int(), "NUMBER!: whole number"],
    ["z.number().int()", z.number().int(), "NUMBER!: whole number"],
    ["z.int().min(1)", z.int().min(1), "NUMBER!: whole number, at least 1"],
    ["z.int32()", z.int32(), "NUMBER!: whole number, 32 bit"],
    ["z.uint32()", z.uint32(), "NUMBER!: whole number, 0 to 4294967295"],
    ["z.email()", z.email(), "STRING!: email address"],
    ["z.string().email()", z.string().email(), "STRING!: email address"],
    ["z.url()", z.url(), "STRING!: URL"],
    ["z.uuid()", z.uuid(), "STRING!: UUID"],
    ["z.uuidv4()", z.uuidv4(), "STRING!: UUID, version 4"],
    ["z.iso.datetime()", z.iso.datetime(), "STRING!: ISO 8601 date-time"],
    ["z.iso.date()", z.iso.date(), "STRING!: ISO 8601 date"],
    ["startsWith", z.string().startsWith("x"), "STRING!: starts with x"],
    ["endsWith", z.string().endsWith(".ts"), "STRING!: ends with .ts"],
    ["includes", z.string().includes("/"), "STRING!: contains /"],
    ["two constraints", z.string().min(2).startsWith("x"), "STRING!: at least 2 characters; starts with x"],
    ["z.literal of a string", z.literal("a"), "STRING! [a]"],
    ["z.literal of strings", z.literal(["a", "b"]), "STRING! [a, b]"],
    ["z.literal of a number", z.literal(1), "NUMBER!: always 1"],
    ["z.literal of a boolean", z.literal(true), "BOOLEAN!: always true"],
    ["z.enum()", z.enum(["b", "a"]), "STRING! [b, a]"],
    ["an enum with an empty member", z.enum(["", "b"]), "STRING! [, b]"],
    ["a TypeScript enum of strings", z.enum(Color), "STRING! [red, blue]"],
    ["a TypeScript enum of numbers", z.enum(Level), "NUMBER!: one of 0 (Low), 1 (High)"],
    ["z.array()", z.array(z.string()), "ARRAY! of STRING"],
    ["array length", z.array(z.string()).min(1).max(3), "ARRAY! of STRING: 1 to 3 items"],
    ["an array's own items", z.array(z.string().min(1)), "ARRAY! of STRING: at least 1 character"],
    ["optional", z.string().optional(), "STRING"],
    ["exactOptional", z.string().exactOptional(), "STRING"],
    ["nonoptional", z.string().optional().nonoptional(), "STRING!"],
    ["readonly", z.string().readonly(), "STRING!"],
    ["brand", z.string().brand("B"), "STRING!"],
    ["describe", z.string().describe("d"), "STRING!: d"],
    ["describe and a constraint", z.string().min(1).describe("d"), "STRING!: d (at least 1 character)"],
    ["a constraint after describe", z.string().describe("d").min(1), "STRING!: d (at least 1 character)"],
    ["a description inside optional", z.string().describe("d").optional(), "STRING: d"],
    ["the outermost description", z.string().describe("in").optional().describe("out"), "STRING: out"],
    ["meta", z.string().meta({ description: "d", type: "number" }), "STRING!: d"],
    ["refine", z.string().refine(() => true), "STRING!: further rules apply"],
    ["z.strictObject()", z.strictObject({}), "OBJECT!: no other keys"],
    ["z.coerce.number()", z.coerce.number(), "NUMBER!"],
  ];
  test.each(rows)("%s", (_, schema, expected) => {
    expect(node(schema, "input")).toBe(expected);
    expect(node(schema, "output")).toBe(expected);
  });
});

describe("sides that differ", () => {
  const nullOutput = "refused: a result cannot hold null: the kernel refuses it for every declared type";
  const rows: readonly (readonly [string, Schema, string, string])[] = [
    ["default", z.string().default("d"), "STRING: has a default", "STRING!"],
    ["prefault", z.string().prefault("d"), "STRING: has a default", "STRING!"],
    ["optional inside default", z.string().optional().default("d"), "STRING: has a default", "STRING!"],
    ["default inside optional", z.string().default("d").optional(), "STRING: has a default", "STRING"],
    ["nonoptional over default", z.string().default("d").nonoptional(), "STRING: has a default", "STRING!"],
    ["nullable", z.string().nullable(), "STRING!: null allowed", nullOutput],
    ["nullish", z.string().nullish(), "STRING: null allowed", nullOutput],
    ["a nullable object", z.object({}).nullable(), "OBJECT!: null allowed", nullOutput],
    ["nullable with default", z.string().nullable().default(null), "STRING: null allowed; has a default", nullOutput],
    [
      "items that may be undefined",
      z.array(z.string().optional()),
      "ARRAY! of STRING",
      "refused: an item may be undefined, which a list cannot hold",
    ],
    ["a length before trim", z.string().min(1).trim(), "STRING!: at least 1 character", "STRING!"],
    ["a coerced boolean", z.coerce.boolean(), "BOOLEAN", "BOOLEAN!"],
  ];
  test.each(rows)("%s", (_, schema, input, output) => {
    expect(node(schema, "input")).toBe(input);
    expect(node(schema, "output")).toBe(output);
  });
});

describe("refused on both sides, with path, reason and hint", () => {
  const rows: readonly (readonly [string, Schema, string, string])[] = [
    ["date", z.date(), "JSON carries no Date", "z.iso.datetime()"],
    ["bigint", z.bigint(), "JSON carries no bigint", "z.int()"],
    ["int64", z.int64(), "JSON carries no bigint", "z.int()"],
    ["nan", z.nan(), "JSON carries no NaN", ".optional()"],
    ["map", z.map(z.string(), z.string()), "JSON carries no Map", "z.array("],
    ["set", z.set(z.string()), "JSON carries no Set", "z.array("],
    ["symbol", z.symbol(), "JSON carries no symbol", "z.string()"],
    ["function", z.function(), "JSON carries no function", "leave the key out"],
    ["file", z.file(), "JSON carries no File", "z.string()"],
    ["promise", z.promise(z.string()), "JSON carries no Promise", "await"],
    [
      "union",
      z.union([z.string(), z.number()]),
      "the wire has one type per value, and this union has 2: string, number",
      "pick one type",
    ],
    ["tuple", z.tuple([z.string(), z.number()]), "there are no tuples on the wire", "write an object"],
    ["any", z.any(), "any value has no type on the wire", "state the type"],
    ["unknown", z.unknown(), "an unknown value has no type on the wire", "state the type"],
    ["never", z.never(), "no value is acceptable", "leave the key out"],
    ["void", z.void(), "JSON carries no undefined", "z.object({})"],
    ["null", z.null(), "there is no null type on the wire", ".optional()"],
    ["undefined", z.undefined(), "JSON carries no undefined", ".optional()"],
    ["custom", z.custom<string>(), "z.custom() and z.instanceof() have no type on the wire", ".refine("],
    [
      "json",
      z.json(),
      "the wire has one type per value, and this union has 5: string, number, boolean, array, object",
      'z.string().describe("JSON")',
    ],
    ["literal null", z.literal(null), "there is no null type on the wire", ".optional()"],
    ["literal undefined", z.literal(undefined), "JSON carries no undefined", ".optional()"],
    ["literal bigint", z.literal(5n), "JSON carries no bigint", "z.int()"],
    ["literals of two types", z.literal(["a", 1]), "the values are not all of one type", "pick one type"],
    ["empty enum", z.enum([]), "no value is acceptable", "list at least one value"],
    ["mixed enum", z.enum({ a: "a", b: 1 }), "the values are not all of one type", "pick one type"],
    ["array of any", z.array(z.any()), "any value has no type on the wire", "state the type"],
    [
      "a secret",
      secret(z.string()),
      "secret() is for the plugin's configuration: arguments and results pass through the model",
      "config",
    ],
  ];
  test.each(rows)("%s", (_, schema, reason, hint) => {
    for (const side of ["input", "output"] as const) {
      const { faults } = lowerSchema(objectOf({ deep: objectOf({ p: schema }) }), side);
      expect(faults).toHaveLength(1);
      expect(faults[0]?.path).toMatch(/^deep\.p(?:\[\])?$/u);
      expect(faults[0]?.reason).toBe(reason);
      expect(faults[0]?.hint).toContain(hint);
    }
  });

  // z.object() refuses members of another zod copy only when it parses.
  function objectOf(members: Record<string, Schema>): z.ZodType {
    return z.object(members as Record<string, z.ZodType>);
  }
});

describe("the root", () => {
  const rows: readonly (readonly [string, Schema, string, string])[] = [
    ["an array", z.array(z.string()), "the root must be an object", "z.object({ items: z.array(...) })"],
    ["a string", z.string(), "the root must be an object", "z.object({ value: ... })"],
    ["a raw shape", { path: z.string() } as unknown as Schema, "this is not a zod schema", "z.object({ ... })"],
    ["a JSON schema", { type: "object" } as unknown as Schema, "this is not a zod schema", "z.object({ ... })"],
    ["nothing", undefined as unknown as Schema, "this is not a zod schema", "z.object({ ... })"],
  ];
  test.each(rows)("%s is refused and lowers to an empty object", (_, schema, reason, hint) => {
    const { schema: wire, faults } = lowerSchema(schema, "input");
    expect(faults).toEqual([{ path: "", reason, hint: expect.stringContaining(hint) }]);
    expect(toJson(SchemaSchema, wire)).toEqual({ type: "SCHEMA_TYPE_OBJECT" });
  });

  test("a result that may be undefined is refused", () => {
    expect(lowerSchema(z.object({}).optional(), "output").faults).toEqual([
      { path: "", reason: "the result may be undefined", hint: "drop .optional() from the root" },
    ]);
    expect(lowerSchema(z.object({}).optional(), "input").faults).toEqual([]);
  });

  test("all faults are collected, in the declared order", () => {
    const schema = z.object({ b: z.date(), a: z.object({ x: z.any(), y: z.array(z.bigint()) }), c: z.string() });
    expect(lowerSchema(schema, "input").faults.map((fault) => fault.path)).toEqual(["b", "a.x", "a.y[]"]);
  });
});

describe("objects", () => {
  test("properties are sorted, required keeps the declared order", () => {
    const { schema } = lowerSchema(z.object({ c: z.string(), a: z.string(), b: z.string().optional() }), "input");
    expect(Object.keys(schema.properties)).toEqual(["a", "b", "c"]);
    expect(schema.required).toEqual(["c", "a"]);
  });

  test("lowering twice gives the same bytes, whatever the order of declaration", () => {
    const bytes = (schema: Schema) => toBinary(SchemaSchema, lowerSchema(schema, "output").schema);
    const one = bytes(z.object({ a: z.object({ x: z.int(), y: z.string() }).optional(), b: z.string() }));
    const other = bytes(z.object({ b: z.string(), a: z.object({ y: z.string(), x: z.int() }).optional() }));
    expect(one).toEqual(bytes(z.object({ a: z.object({ x: z.int(), y: z.string() }).optional(), b: z.string() })));
    expect(other.length).toBe(one.length);
  });

  test("__proto__, constructor and toString are advertised like any other name", () => {
    const schema = z.object({ ["__proto__"]: z.string(), constructor: z.string(), toString: z.int() });
    const { schema: wire, faults } = lowerSchema(schema, "input");
    expect(faults).toEqual([]);
    expect(Object.keys(wire.properties)).toEqual(["__proto__", "constructor", "toString"]);
    expect(Object.getPrototypeOf(wire.properties)).toBe(Object.prototype);
    // zod itself neither asks for __proto__ nor keeps it, so its absence is not refused.
    expect(wire.required).toEqual(["constructor", "toString"]);
    expect(Buffer.from(toBinary(SchemaSchema, wire)).includes("__proto__")).toBe(true);
  });

  test("an object inside an object", () => {
    const schema = z.object({ o: z.object({ a: z.string().optional() }).describe("inner") });
    expect(toJson(SchemaSchema, lowerSchema(schema, "input").schema)).toEqual({
      type: "SCHEMA_TYPE_OBJECT",
      properties: {
        o: { type: "SCHEMA_TYPE_OBJECT", description: "inner", properties: { a: { type: "SCHEMA_TYPE_STRING" } } },
      },
      required: ["o"],
    });
  });

  test("one schema used twice is written out twice", () => {
    const shared = z.object({ s: z.string() }).meta({ id: "shared-in-lower-test" });
    const { schema, faults } = lowerSchema(z.object({ a: shared, b: shared.optional() }), "input");
    expect(faults).toEqual([]);
    expect(told(schema.properties["a"]?.properties["s"] ?? schema)).toBe("STRING");
    expect(told(schema.properties["b"]?.properties["s"] ?? schema)).toBe("STRING");
    expect(schema.required).toEqual(["a"]);
  });

  test("symbol keys and keys that UTF-8 cannot carry are refused", () => {
    const schema = z.object({ [Symbol("s")]: z.string(), "\ud800": z.string() } as Record<string, z.ZodType>);
    expect(lowerSchema(schema, "input").faults.map((fault) => fault.reason)).toEqual([
      "such a key cannot be sent",
      "such a key cannot be sent",
    ]);
  });
});

describe("descriptions", () => {
  test("describeConstraints: false leaves the author's text alone", () => {
    const schema = z.object({ a: z.string().min(1).describe("text"), b: z.int().default(1) });
    const { schema: wire } = lowerSchema(schema, "input", { describeConstraints: false });
    expect(wire.properties["a"]?.description).toBe("text");
    expect(wire.properties["b"]?.description).toBe("");
  });

  test("no constraint takes more than 80 characters", () => {
    const schema = z.object({ a: z.string().regex(new RegExp(`^${"abcdefghij".repeat(20)}$`)) });
    const description = lowerSchema(schema, "input").schema.properties["a"]?.description ?? "";
    expect(description).toBe(`matches /^${"abcdefghij".repeat(6)}abcdefghi…`);
    expect(description).toHaveLength(80);
  });

  test("zod mini: descriptions and constraints are read alike", () => {
    const schema = mini.object({
      a: mini.optional(mini.string().check(mini.describe("text"), mini.minLength(2), mini.trim())),
      b: mini._default(mini.int(), 3),
    });
    const { schema: wire, faults } = lowerSchema(schema, "input");
    expect(faults).toEqual([]);
    expect(told(wire.properties["a"] ?? wire)).toBe("STRING: text (at least 2 characters)");
    expect(told(wire.properties["b"] ?? wire)).toBe("NUMBER: whole number; has a default");
  });
});
