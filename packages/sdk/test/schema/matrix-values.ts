import type { Row } from "./matrix.js";

enum Color {
  red = "red",
  blue = "blue",
}
enum Level {
  Low = 0,
  High = 1,
}
enum Mixed {
  Zero = 0,
  Text = "s",
}

/** Texts, numbers, booleans, and what is made of their values. */
export const values: readonly Row[] = [
  { construct: "z.string()", v4: (z) => z.string(), input: "STRING!" },
  { construct: "z.number()", v4: (z) => z.number(), input: "NUMBER!" },
  { construct: "z.boolean()", v4: (z) => z.boolean(), input: "BOOLEAN!" },
  { construct: "length", v4: (z) => z.string().min(1).max(5), input: "STRING!: 1 to 5 characters" },
  { construct: "regex with flags", v4: (z) => z.string().regex(/^a/i), input: "STRING!: matches /^a/i" },
  { construct: ".trim().toLowerCase()", v4: (z) => z.string().trim().toLowerCase(), input: "STRING!" },
  {
    construct: "number range and step",
    v4: (z) => z.number().min(1).max(9).multipleOf(2),
    input: "NUMBER!: 1 to 9, multiple of 2",
  },
  { construct: "open range", v4: (z) => z.number().gt(0).lt(1), input: "NUMBER!: more than 0, less than 1" },
  { construct: "z.nan()", v4: (z) => z.nan(), error: ["JSON carries no NaN", "leave the key out"] },
  { construct: "whole number", v4: (z) => z.int(), v3: (z) => z.number().int(), input: "NUMBER!: whole number" },
  { construct: "safe whole number", v4: (z) => z.number().int().safe(), input: "NUMBER!: whole number" },
  { construct: "z.int32()", v4: (z) => z.int32(), v3: null, input: "NUMBER!: whole number, 32 bit" },
  { construct: "z.int64()", v4: (z) => z.int64(), v3: null, error: ["JSON carries no bigint", "z.int()"] },
  { construct: "z.bigint()", v4: (z) => z.bigint(), error: ["JSON carries no bigint", "digits"] },
  { construct: "z.bigint().min(1n)", v4: (z) => z.bigint().min(1n), error: ["JSON carries no bigint", "z.int()"] },

  { construct: "email", v4: (z) => z.email(), v3: (z) => z.string().email(), input: "STRING!: email address" },
  { construct: "URL", v4: (z) => z.url(), v3: (z) => z.string().url(), input: "STRING!: URL" },
  { construct: "UUID", v4: (z) => z.uuid(), v3: (z) => z.string().uuid(), input: "STRING!: UUID" },
  {
    construct: "ISO date-time",
    v4: (z) => z.iso.datetime(),
    v3: (z) => z.string().datetime(),
    input: "STRING!: ISO 8601 date-time",
  },
  { construct: "startsWith", v4: (z) => z.string().startsWith("x"), input: "STRING!: starts with x" },

  { construct: "literal text", v4: (z) => z.literal("a"), input: "STRING! [a]" },
  { construct: "literal number", v4: (z) => z.literal(1), input: "NUMBER!: always 1" },
  { construct: "literal boolean", v4: (z) => z.literal(true), input: "BOOLEAN!: always true" },
  {
    construct: "literal null",
    v4: (z) => z.literal(null),
    error: ["there is no null type on the wire", ".optional()"],
  },
  {
    construct: "literal undefined",
    v4: (z) => z.literal(undefined),
    error: ["JSON carries no undefined", ".optional()"],
  },
  { construct: "literal bigint", v4: (z) => z.literal(5n), error: ["JSON carries no bigint", "z.int()"] },
  { construct: "literal texts", v4: (z) => z.literal(["a", "b"]), v3: null, input: "STRING! [a, b]" },
  {
    construct: "literals of several types",
    v4: (z) => z.literal(["a", 1, null]),
    v3: null,
    error: ["there is no null type on the wire", ".optional()"],
  },

  { construct: "z.enum()", v4: (z) => z.enum(["b", "a"]), input: "STRING! [b, a]" },
  {
    construct: "empty enum",
    v4: (z) => z.enum([]),
    v3: (z) => z.enum([] as never),
    error: ["no value is acceptable", "at least one"],
  },
  { construct: "enum with an empty member", v4: (z) => z.enum(["", "b"]), input: "STRING! [, b]" },
  { construct: "enum of digits", v4: (z) => z.enum(["x", "10"]), input: "STRING! [10, x]", v3Input: "STRING! [x, 10]" },
  { construct: "TypeScript enum of texts", v4: (z) => z.nativeEnum(Color), input: "STRING! [red, blue]" },
  {
    construct: "TypeScript enum of numbers",
    v4: (z) => z.nativeEnum(Level),
    input: "NUMBER!: one of 0 (Low), 1 (High)",
  },
  {
    construct: "TypeScript enum of both",
    v4: (z) => z.nativeEnum(Mixed),
    error: ["the values are not all of one type", "pick one type"],
  },

  { construct: "z.coerce.number()", v4: (z) => z.coerce.number(), input: "NUMBER!" },
  { construct: "z.coerce.boolean()", v4: (z) => z.coerce.boolean(), input: "BOOLEAN", output: "BOOLEAN!" },
  { construct: "z.coerce.string()", v4: (z) => z.coerce.string(), input: "STRING", output: "STRING!" },
  {
    construct: "z.coerce.date()",
    v4: (z) => z.coerce.date(),
    input: "STRING!: ISO 8601 date-time",
    output: "refused: JSON carries no Date",
  },
  { construct: "z.date()", v4: (z) => z.date(), error: ["JSON carries no Date", "z.iso.datetime()"] },
  {
    construct: "z.stringbool()",
    v4: (z) => z.stringbool(),
    v3: null,
    // Before 4.6 the words are known to the code alone that compares them.
    input: "STRING!: a word for true or false",
    pinnedInput: "STRING!: one of true, 1, yes, on, y, enabled, false, 0, no, off, n, disabled",
    output: "BOOLEAN!",
  },
  {
    construct: "template literal",
    v4: (z) => z.templateLiteral(["id-", z.number()]),
    v3: null,
    input: "STRING!: matches /^id--?\\d+(?:\\.\\d+)?$/",
  },

  { construct: "z.any()", v4: (z) => z.any(), error: ["any value has no type on the wire", "state the type"] },
  {
    construct: "z.unknown()",
    v4: (z) => z.unknown(),
    error: ["an unknown value has no type on the wire", "state the type"],
  },
  { construct: "z.never()", v4: (z) => z.never(), error: ["no value is acceptable", "leave the key out"] },
  { construct: "z.never().optional()", v4: (z) => z.never().optional(), input: "left out" },
  { construct: "z.void()", v4: (z) => z.void(), error: ["JSON carries no undefined", "z.object({})"] },
  { construct: "z.null()", v4: (z) => z.null(), error: ["there is no null type on the wire", ".optional()"] },
  { construct: "z.undefined()", v4: (z) => z.undefined(), error: ["JSON carries no undefined", ".optional()"] },
  { construct: "z.symbol()", v4: (z) => z.symbol(), error: ["JSON carries no symbol", "z.string()"] },
  { construct: "z.file()", v4: (z) => z.file(), v3: null, error: ["JSON carries no File", "z.string()"] },
  { construct: "z.function()", v4: (z) => z.function(), error: ["JSON carries no function", "leave the key out"] },
  { construct: "z.promise()", v4: (z) => z.promise(z.string()), error: ["JSON carries no Promise", "await"] },
  {
    construct: "z.custom()",
    v4: (z) => z.custom<string>(),
    // In zod 3 it is z.any() with a check.
    error: ["z.custom() and z.instanceof() have no type on the wire", "state the type"],
    v3Error: ["any value has no type on the wire", "state the type"],
  },
  {
    construct: "z.instanceof()",
    v4: (z) => z.instanceof(Date),
    error: ["z.custom() and z.instanceof() have no type on the wire", "state the type"],
    v3Error: ["any value has no type on the wire", "state the type"],
  },
];
