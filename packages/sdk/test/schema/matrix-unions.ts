import type { Row } from "./matrix.js";

/** Unions and intersections. */
export const unions: readonly Row[] = [
  {
    construct: "text or number",
    v4: (z) => z.union([z.string(), z.number()]),
    error: ["the wire has one type per value, and this union has 2: string, number", "pick one type"],
  },
  {
    construct: "literals",
    v4: (z) => z.union([z.literal("a"), z.literal("b")]),
    input: "STRING! [a, b]",
  },
  {
    construct: "literal numbers",
    v4: (z) => z.union([z.literal(1), z.literal(2), z.literal(3)]),
    input: "NUMBER!: one of 1, 2, 3",
  },
  {
    construct: "two objects",
    v4: (z) => z.union([z.object({ a: z.string() }), z.object({ b: z.number() })]),
    input: "OBJECT! {a STRING; b NUMBER}: at least one form; form 1: a; form 2: b",
  },
  {
    construct: "two objects that give a key different types",
    v4: (z) => z.union([z.object({ a: z.string() }), z.object({ a: z.number() })]),
    error: [
      "the forms of a union give this key different types, and the wire has one type per key",
      "give the key one type",
    ],
  },
  {
    construct: "enum or text",
    v4: (z) => z.union([z.enum(["a", "b"]), z.string()]),
    input: "STRING!: a, b or any text",
  },
  {
    construct: "formats",
    v4: (z) => z.union([z.string().email(), z.string().url()]),
    input: "STRING!: email address or URL",
  },
  {
    construct: "text or texts",
    v4: (z) => z.union([z.string(), z.array(z.string())]),
    error: ["the wire has one type per value, and this union has 2: string, array", "pick one type"],
  },
  { construct: "with undefined", v4: (z) => z.union([z.string(), z.undefined()]), input: "STRING" },
  {
    construct: "with null",
    v4: (z) => z.union([z.string(), z.null()]),
    input: "STRING!: null allowed",
    output: "refused: a result cannot hold null: the kernel refuses it for every declared type",
  },
  {
    construct: "discriminated union",
    v4: (z) =>
      z.discriminatedUnion("k", [
        z.object({ k: z.literal("a"), x: z.string() }),
        z.object({ k: z.literal("b"), y: z.number() }),
      ]),
    input: "OBJECT! {k STRING! [a, b]; x STRING; y NUMBER}: x with k=a, y with k=b",
  },
  {
    construct: "number discriminator",
    v4: (z) =>
      z.discriminatedUnion("k", [
        z.object({ k: z.literal(1), x: z.string() }),
        z.object({ k: z.literal(2), y: z.number() }),
      ]),
    input: "OBJECT! {k NUMBER!: 1 or 2; x STRING; y NUMBER}: x with k=1, y with k=2",
  },
  {
    construct: "z.xor()",
    v4: (z) => z.xor([z.object({ a: z.string() }), z.object({ b: z.string() })]),
    v3: null,
    since: "zod 4.3.6",
    input: "OBJECT! {a STRING; b STRING}: exactly one form; form 1: a; form 2: b",
  },
  {
    construct: "z.json()",
    v4: (z) => z.json(),
    v3: null,
    error: [
      "the wire has one type per value, and this union has 5: string, number, boolean, array, object",
      'z.string().describe("JSON")',
    ],
  },

  {
    construct: "disjoint objects",
    v4: (z) => z.object({ a: z.string() }).and(z.object({ b: z.number() })),
    input: "OBJECT! {a STRING!; b NUMBER!}",
  },
  {
    construct: "strict objects",
    v4: (z) => z.strictObject({ a: z.string() }).and(z.strictObject({ b: z.number() })),
    // Until 4.2.1 nothing fits both.
    error: [
      "a strict object in an intersection refuses the other side's keys in this version of zod",
      "z.strictObject(",
    ],
    reconciled: "OBJECT! {a STRING!; b NUMBER!}: no other keys",
  },
  {
    construct: "clashing types",
    v4: (z) => z.object({ a: z.string() }).and(z.object({ a: z.number() })),
    error: ["no value fits both sides of the intersection", "write one object"],
  },
  {
    construct: "object and union",
    v4: (z) => z.object({ a: z.string() }).and(z.union([z.object({ b: z.string() }), z.object({ c: z.string() })])),
    input: "OBJECT! {a STRING!; b STRING; c STRING}: at least one form; form 1: b; form 2: c",
  },
  {
    construct: "texts",
    v4: (z) => z.string().min(2).and(z.string().startsWith("x")),
    input: "STRING!: at least 2 characters; starts with x",
  },
];
