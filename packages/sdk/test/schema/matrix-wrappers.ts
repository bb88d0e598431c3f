import type { Row } from "./matrix.js";

const nullOutput = "refused: a result cannot hold null: the kernel refuses it for every declared type";
const transformed = "refused: what a transform makes has no declared type";

/** Wrappers, pipes, transforms, descriptions. */
export const wrappers: readonly Row[] = [
  {
    construct: ".nullable()",
    v4: (z) => z.string().nullable(),
    input: "STRING!: null allowed",
    output: nullOutput,
    dropped: "STRING",
  },
  {
    construct: "object.nullable()",
    v4: (z) => z.object({}).nullable(),
    input: "OBJECT!: null allowed",
    output: nullOutput,
    dropped: "OBJECT",
  },
  { construct: ".optional()", v4: (z) => z.string().optional(), input: "STRING" },
  {
    construct: ".exactOptional()",
    v4: (z) => z.string().exactOptional(),
    v3: null,
    since: "zod 4.3.6",
    input: "STRING",
  },
  {
    construct: ".nullish()",
    v4: (z) => z.string().nullish(),
    input: "STRING: null allowed",
    output: nullOutput,
    dropped: "STRING",
  },
  { construct: ".default()", v4: (z) => z.string().default("d"), input: "STRING: has a default", output: "STRING!" },
  {
    construct: ".optional().default()",
    v4: (z) => z.string().optional().default("d"),
    input: "STRING: has a default",
    output: "STRING!",
  },
  {
    construct: ".nullable().default(null)",
    v4: (z) => z.string().nullable().default(null),
    input: "STRING: null allowed; has a default",
    output: nullOutput,
    dropped: "STRING",
  },
  {
    construct: ".prefault()",
    v4: (z) => z.string().prefault("p"),
    v3: null,
    input: "STRING: has a default",
    output: "STRING!",
  },
  { construct: ".nonoptional()", v4: (z) => z.string().optional().nonoptional(), v3: null, input: "STRING!" },
  { construct: ".readonly()", v4: (z) => z.object({ a: z.string() }).readonly(), input: "OBJECT! {a STRING!}" },
  { construct: ".brand()", v4: (z) => z.string().brand("B"), input: "STRING!" },
  {
    construct: ".catch()",
    v4: (z) => z.string().catch("fast"),
    input: "STRING: a fallback replaces what does not fit",
    output: "STRING!",
  },

  { construct: "string.refine()", v4: (z) => z.string().refine(() => true), input: "STRING!: further rules apply" },
  {
    construct: "object.refine()",
    v4: (z) => z.object({ a: z.string() }).refine(() => true),
    input: "OBJECT! {a STRING!}: further rules apply",
  },
  {
    construct: "string.transform()",
    v4: (z) => z.string().transform((s) => s.length),
    input: "STRING!",
    output: transformed,
  },
  {
    construct: "object.transform()",
    v4: (z) => z.object({ a: z.string() }).transform((o) => o.a),
    input: "OBJECT! {a STRING!}",
    output: transformed,
  },
  {
    construct: "transform().pipe()",
    v4: (z) => z.string().transform(Number).pipe(z.number()),
    input: "STRING!",
    output: "NUMBER!",
  },
  {
    construct: "transform over an optional",
    v4: (z) =>
      z
        .string()
        .optional()
        .transform((s) => s ?? "none")
        .pipe(z.string()),
    input: "STRING",
    output: "STRING!",
  },
  {
    construct: "z.preprocess()",
    v4: (z) => z.preprocess((v) => v ?? 1, z.number()),
    input: "NUMBER: converted before it is checked",
    output: "NUMBER!",
  },
  {
    construct: "codec from ISO text to Date",
    v4: (z) =>
      z.codec(z.iso.datetime(), z.date(), { decode: (text) => new Date(text), encode: (date) => date.toISOString() }),
    v3: null,
    since: "zod 4.1.12",
    input: "STRING!: ISO 8601 date-time",
    output: "refused: a codec is used in its decode direction, which ends in what JSON cannot carry",
  },
  {
    construct: "codec from Date to ISO text",
    v4: (z) =>
      z.codec(z.date(), z.iso.datetime(), { decode: (date) => date.toISOString(), encode: (text) => new Date(text) }),
    v3: null,
    since: "zod 4.1.12",
    input: "refused: JSON carries no Date",
    output: "STRING!: ISO 8601 date-time",
  },
  { construct: "string.pipe(enum)", v4: (z) => z.string().pipe(z.enum(["a", "b"])), input: "STRING! [a, b]" },
  {
    construct: "transform().default()",
    v4: (z) =>
      z
        .string()
        .transform((s) => s.length)
        .default(5),
    v3: (z) =>
      z
        .string()
        .transform((s) => s.length)
        .default("x"),
    input: "STRING: has a default",
    output: transformed,
  },
  {
    construct: "check after a transform",
    v4: (z) =>
      z
        .string()
        .transform(Number)
        .refine((n) => n > 3),
    input: "STRING!: further rules apply",
    output: transformed,
  },

  { construct: ".describe().optional()", v4: (z) => z.string().describe("d").optional(), input: "STRING: d" },
  {
    construct: ".describe().nullable()",
    v4: (z) => z.string().describe("d").nullable(),
    input: "STRING!: d (null allowed)",
    output: nullOutput,
    dropped: "STRING: d",
  },
  {
    construct: ".describe().refine()",
    v4: (z) =>
      z
        .string()
        .describe("d")
        .refine(() => true),
    input: "STRING!: d (further rules apply)",
    // Until zod 4.2 a copy of a schema forgets its description.
    unsharedInput: "STRING!: further rules apply",
  },
  {
    construct: "object.describe().extend()",
    v4: (z) => z.object({ a: z.string() }).describe("d").extend({ b: z.string() }),
    input: "OBJECT! {a STRING!; b STRING!}",
    v3Input: "OBJECT! {a STRING!; b STRING!}: d",
  },
  {
    construct: ".meta() with other keys",
    v4: (z) => z.string().meta({ title: "T", examples: ["e"], "x-y": 1, deprecated: true }),
    v3: null,
    input: "STRING!",
  },
  {
    construct: ".meta({ type }) overriding",
    v4: (z) => z.string().meta({ type: "number" }),
    v3: null,
    input: "STRING!",
  },
];
