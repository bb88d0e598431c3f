import { expect, test } from "@jest/globals";
import fc from "fast-check";
import * as z from "zod";
import { lowerSchema } from "./lower.js";
import { dropUndefined, normalise } from "./normalise.js";
import { parseWith } from "./parse.js";
import { validate } from "./validate.js";

/** A schema that can be lowered, and a value for its input side: a fitting one mostly. */
interface Sample {
  readonly schema: z.ZodType;
  readonly value: fc.Arbitrary<unknown>;
}

const number = fc.double({ noNaN: true, min: -1e15, max: 1e15 });
const text = fc.string({ maxLength: 8 });
const anything = fc.anything({ withBigInt: true, withDate: true, withMap: true, withSparseArray: true });
const leaves: readonly Sample[] = [
  { schema: z.string(), value: text },
  { schema: z.string().min(1).max(5), value: text },
  { schema: z.string().trim().toLowerCase(), value: text },
  { schema: z.enum(["a", "b", ""]), value: fc.constantFrom("a", "b", "", "c") },
  { schema: z.literal("only"), value: fc.constantFrom("only", "other") },
  { schema: z.number(), value: number },
  { schema: z.number().min(0).multipleOf(0.5), value: fc.integer({ min: -2, max: 9 }).map((n) => n / 2) },
  { schema: z.int(), value: fc.maxSafeInteger() },
  { schema: z.coerce.number(), value: fc.oneof(number, fc.constantFrom("5", "", null, true)) },
  { schema: z.boolean(), value: fc.boolean() },
  { schema: z.literal(7), value: fc.constantFrom(7, 8) },
];

const wrappers: readonly ((sample: Sample) => Sample)[] = [
  (sample) => sample,
  ({ schema, value }) => ({ schema: schema.optional(), value: fc.option(value, { nil: undefined }) }),
  ({ schema, value }) => ({ schema: schema.describe("d").readonly(), value }),
  ({ schema, value }) => ({
    schema: schema.optional().nonoptional(),
    value: fc.option(value, { nil: undefined, freq: 9 }),
  }),
];

const sample = fc.letrec<{ slot: Sample; node: Sample; object: Sample }>((tie) => ({
  slot: fc.tuple(tie("node"), fc.constantFrom(...wrappers)).map(([inner, wrap]) => wrap(inner)),
  node: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom(...leaves),
    tie("node").map(({ schema, value }) => ({ schema: z.array(schema), value: fc.array(value, { maxLength: 4 }) })),
    tie("node").map(({ schema, value }) => ({
      schema: z.array(schema).default([]),
      value: fc.option(fc.array(value, { maxLength: 4 }), { nil: undefined }),
    })),
    tie("object"),
  ),
  object: fc
    .dictionary(fc.constantFrom("a", "b", "constructor", "toString", "c-d", "0"), tie("slot"), {
      maxKeys: 4,
      noNullPrototype: true,
    })
    .chain((members) => fc.constantFrom(z.object, z.strictObject).map((make) => objectOf(members, make))),
}));

function objectOf(members: Record<string, Sample>, make: (shape: Record<string, z.ZodType>) => z.ZodType): Sample {
  const schemas = Object.entries(members).map(([key, member]) => [key, member.schema] as const);
  const values = Object.entries(members).map(([key, member]) => [key, member.value] as const);
  return { schema: make(Object.fromEntries(schemas)), value: fc.record(Object.fromEntries(values)) };
}

test("what zod accepts as a result, normalise and the kernel's validator accept as well", async () => {
  let accepted = 0;
  const pair = sample.object.chain(({ schema, value }) =>
    fc.tuple(fc.constant(schema), fc.oneof({ arbitrary: value, weight: 9 }, { arbitrary: anything, weight: 1 })),
  );
  await fc.assert(
    fc.asyncProperty(pair, async ([schema, value]) => {
      const lowered = lowerSchema(schema, "output");
      expect(lowered.faults).toEqual([]);
      const parsed = await parseWith(schema, dropUndefined(value));
      if (!parsed.ok) return;
      accepted++;
      const normal = normalise(parsed.value);
      expect(normal).toEqual({ ok: true, value: expect.anything() });
      expect(validate(lowered.schema, normal.ok ? normal.value : undefined)).toBeUndefined();
    }),
    { numRuns: 500 },
  );
  // Else the property would say nothing.
  expect(accepted).toBeGreaterThan(200);
});

test("what is called required is refused by zod when it is absent", async () => {
  await fc.assert(
    fc.asyncProperty(sample.object, async ({ schema }) => {
      const { required } = lowerSchema(schema, "input").schema;
      const parsed = await parseWith(schema, {});
      const missing = parsed.ok ? [] : parsed.problems.map((problem) => problem.path);
      for (const name of required) expect(missing).toContain(name);
    }),
    { numRuns: 200 },
  );
});
