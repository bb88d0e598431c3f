import fc from "fast-check";
import type { ZodString } from "zod";
import type { Copy, Zod4 } from "./versions.js";

/** A schema of one copy, as the generator sees it: the methods that zod 3 and zod 4 share. */
export type AnySchema = ZodString;

/** A schema, and values for its input side: fitting ones mostly. */
export interface Sample {
  readonly schema: AnySchema;
  readonly value: fc.Arbitrary<unknown>;
}

/** How to make a sample with a copy of zod; every time with instances of its own. */
export interface Recipe {
  /** As an author would write it. */
  readonly text: string;
  readonly make: (z: Zod4) => Sample;
}

/** How often the author's code in a sample was called. */
export const authorCalls = { count: 0 };

function called<T>(value: T): T {
  authorCalls.count++;
  return value;
}

const number = fc.double({ noNaN: true, min: -1e15, max: 1e15 });
const text = fc.string({ maxLength: 8 });
const anything = fc.anything({ withBigInt: true, withDate: true, withMap: true, withSparseArray: true, maxDepth: 2 });

function recipe(told: string, schema: (z: Zod4) => unknown, value: fc.Arbitrary<unknown>): Recipe {
  return { text: told, make: (z) => ({ schema: schema(z) as AnySchema, value }) };
}

const leaves: readonly Recipe[] = [
  recipe("string", (z) => z.string(), text),
  recipe("string.min.max", (z) => z.string().min(1).max(5), text),
  recipe("string.trim.lower", (z) => z.string().trim().toLowerCase(), text),
  recipe(
    "string.regex.describe",
    (z) =>
      z
        .string()
        .regex(/^[a-z]/i)
        .describe("d"),
    text,
  ),
  recipe("enum", (z) => z.enum(["a", "b", ""]), fc.constantFrom("a", "b", "", "c")),
  recipe("literal", (z) => z.literal("only"), fc.constantFrom("only", "other")),
  recipe("literal|literal", (z) => z.union([z.literal("a"), z.literal("b")]), fc.constantFrom("a", "b", "c")),
  recipe("enum|string.min", (z) => z.union([z.enum(["a"]), z.string().min(2)]), text),
  recipe("string|undefined", (z) => z.union([z.string(), z.undefined()]), fc.option(text, { nil: undefined })),
  recipe("number", (z) => z.number(), number),
  recipe(
    "number.min.multipleOf",
    (z) => z.number().min(0).multipleOf(0.5),
    fc.integer({ min: -2, max: 9 }).map((n) => n / 2),
  ),
  recipe("number.int", (z) => z.number().int().safe(), fc.maxSafeInteger()),
  recipe("1|2", (z) => z.union([z.literal(1), z.literal(2)]), fc.constantFrom(1, 2, 3)),
  recipe("coerce.number", (z) => z.coerce.number(), fc.oneof(number, fc.constantFrom("5", "", null, true))),
  recipe("coerce.string", (z) => z.coerce.string(), fc.oneof(text, number, fc.constant(undefined))),
  recipe("coerce.boolean", (z) => z.coerce.boolean(), fc.oneof(text, fc.boolean(), fc.constant(undefined))),
  recipe("boolean", (z) => z.boolean(), fc.boolean()),
  recipe("string.default", (z) => z.string().default(() => called("d")), fc.option(text, { nil: undefined })),
  recipe(
    "enum.default",
    (z) => z.enum(["a", "b"]).default(() => called("b" as const)),
    fc.constantFrom("a", "b", undefined),
  ),
  recipe("record(enum)", (z) => z.record(z.enum(["a", "b"]), z.number()), fc.record({ a: number, b: number })),
  recipe("any record", (z) => z.record(z.string(), z.any()), fc.dictionary(text, fc.jsonValue({ maxDepth: 1 }))),
  recipe("string.catch", (z) => z.string().catch(() => called("c")), fc.oneof(text, fc.constant(undefined))),
  recipe(
    "object.catch",
    (z) => z.object({ n: z.number() }).catch(() => called({ n: 1 })),
    fc.oneof(fc.record({ n: number }), fc.constant({})),
  ),
  recipe("literal 7", (z) => z.literal(7), fc.constantFrom(7, 8)),
  recipe(
    "transform.pipe",
    (z) =>
      z
        .string()
        .transform((s) => called(s.length))
        .pipe(z.number()),
    text,
  ),
  recipe("string.pipe(enum)", (z) => z.string().pipe(z.enum(["a", "b"])), fc.constantFrom("a", "b", "c")),
  recipe("preprocess", (z) => z.preprocess((v) => called(v ?? 1), z.number()), fc.option(number, { nil: undefined })),
  recipe(
    "optional.transform.pipe",
    (z) =>
      z
        .string()
        .optional()
        .transform((s) => called(s ?? "none"))
        .pipe(z.string()),
    fc.option(text, { nil: undefined }),
  ),
];

function wrapper(told: string, wrap: (schema: AnySchema, z: Zod4) => unknown, nil?: null | undefined | "never") {
  return ({ text: inner, make }: Recipe): Recipe => ({
    text: `${inner}.${told}`,
    make: (z) => {
      const { schema, value } = make(z);
      const wrapped = nil === "never" ? value : fc.option(value, { nil, freq: 9 });
      return { schema: wrap(schema, z) as AnySchema, value: wrapped };
    },
  });
}

const wrappers = [
  wrapper("optional", (schema) => schema.optional()),
  wrapper("readonly", (schema) => schema.describe("d").readonly(), "never"),
  wrapper("nullable", (schema) => schema.nullable(), null),
  wrapper("refine", (schema) => schema.refine(() => called(true)), "never"),
  wrapper("nonoptional", (schema, z) => ("nonoptional" in z ? schema.optional().nonoptional() : schema)),
  wrapper("lazy", (schema, z) => z.lazy(() => schema), "never"),
];

const tied = fc.letrec<{ slot: Recipe; node: Recipe; object: Recipe }>((tie) => ({
  slot: fc
    .tuple(tie("node"), fc.option(fc.constantFrom(...wrappers)))
    .map(([inner, wrap]) => (wrap === null ? inner : wrap(inner))),
  node: fc.oneof(
    { maxDepth: 2, depthSize: "small" },
    { arbitrary: fc.constantFrom(...leaves), weight: 6 },
    tie("slot").map((inner) => around("array", inner, (z, schema) => z.array(schema), list)),
    tie("slot").map((inner) =>
      around(
        "array.default",
        inner,
        (z, schema) => z.array(schema).default(() => called([])),
        (value) => fc.option(list(value), { nil: undefined }),
      ),
    ),
    tie("slot").map((inner) =>
      pair(
        "tuple",
        inner,
        inner,
        (z, one, other) => z.tuple([one, other]),
        (one, other) => fc.tuple(one, other),
      ),
    ),
    tie("slot").map((inner) =>
      around(
        "catchall",
        inner,
        (z, schema) => z.object({ a: z.string().optional() }).catchall(schema),
        (value) => fc.dictionary(fc.constantFrom("a", "b", "c"), value, { maxKeys: 3 }),
      ),
    ),
    tie("slot").map((inner) =>
      around(
        "record",
        inner,
        (z, schema) => z.record(z.string(), schema),
        (value) => fc.dictionary(text, value, { maxKeys: 3 }),
      ),
    ),
    fc
      .tuple(tie("object"), tie("object"))
      .map(([left, right]) => pair("|", left, right, (z, one, other) => z.union([one, other]), fc.oneof)),
    fc.tuple(tie("object"), tie("object")).map(([left, right]) =>
      pair(
        "&",
        left,
        right,
        (z, one, other) => z.intersection(one, other),
        (one, other) => fc.tuple(one, other).map(([a, b]) => ({ ...(a as object), ...(b as object) })),
      ),
    ),
    fc.tuple(tie("slot"), tie("slot")).map(([left, right]) =>
      pair(
        "discriminated",
        left,
        right,
        (z, one, other) =>
          z.discriminatedUnion("kind", [
            z.object({ kind: z.literal("first"), a: one }),
            z.object({ kind: z.literal("second"), b: other }),
          ]),
        (one, other) =>
          fc.oneof(
            fc.record({ kind: fc.constant("first"), a: one }),
            fc.record({ kind: fc.constant("second"), b: other }),
          ),
      ),
    ),
    { arbitrary: tie("object"), weight: 2 },
  ),
  object: fc
    .tuple(
      fc.dictionary(fc.constantFrom("a", "b", "constructor", "c-d", "0"), tie("slot"), {
        maxKeys: 3,
        noNullPrototype: true,
      }),
      fc.constantFrom("strip", "strip", "strict", "passthrough" as const),
    )
    .map(([members, mode]) => objectOf(members, mode)),
}));

const list = (value: fc.Arbitrary<unknown>) => fc.array(value, { maxLength: 3 });

function around(
  told: string,
  inner: Recipe,
  wrap: (z: Zod4, schema: AnySchema) => unknown,
  values: (value: fc.Arbitrary<unknown>) => fc.Arbitrary<unknown>,
): Recipe {
  return {
    text: `${told}(${inner.text})`,
    make: (z) => {
      const { schema, value } = inner.make(z);
      return { schema: wrap(z, schema) as AnySchema, value: values(value) };
    },
  };
}

function pair(
  told: string,
  left: Recipe,
  right: Recipe,
  join: (z: Zod4, left: AnySchema, right: AnySchema) => unknown,
  values: (left: fc.Arbitrary<unknown>, right: fc.Arbitrary<unknown>) => fc.Arbitrary<unknown>,
): Recipe {
  return {
    text: `(${left.text} ${told} ${right.text})`,
    make: (z) => {
      const [one, other] = [left.make(z), right.make(z)];
      return { schema: join(z, one.schema, other.schema) as AnySchema, value: values(one.value, other.value) };
    },
  };
}

function objectOf(members: Record<string, Recipe>, mode: "strip" | "strict" | "passthrough"): Recipe {
  const entries = Object.entries(members);
  return {
    text: `${mode}{${entries.map(([key, { text: told }]) => `${key}: ${told}`).join(", ")}}`,
    make: (z) => {
      const samples = entries.map(([key, { make }]) => [key, make(z)] as const);
      const object = z.object(Object.fromEntries(samples.map(([key, { schema }]) => [key, schema])));
      const schema = mode === "strip" ? object : mode === "strict" ? object.strict() : object.passthrough();
      const values = fc.record(Object.fromEntries(samples.map(([key, { value }]) => [key, value])));
      return { schema: schema as unknown as AnySchema, value: values };
    },
  };
}

/** Objects made of the constructs that the SDK describes, in combinations that it may still refuse. */
export const recipes: fc.Arbitrary<Recipe> = tied.object;

/** The sample that a recipe makes with a copy, and a value for it, which mostly fits. */
export function sampleOf({ make }: Recipe, copy: Copy): Sample {
  // The constructs here are made alike in zod 3 and zod 4.
  const { schema, value } = make(copy.z as unknown as Zod4);
  return { schema, value: fc.oneof({ arbitrary: value, weight: 9 }, { arbitrary: anything, weight: 1 }) };
}
