import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { lowerSchema } from "../../src/schema/lower.js";
import { dropUndefined, normalise } from "../../src/schema/normalise.js";
import { dropNulls } from "../../src/schema/nulls.js";
import { parseWith } from "../../src/schema/parse.js";
import { fieldOf, type Shape } from "../../src/schema/shape.js";
import { validate } from "../../src/schema/validate.js";
import { type AnySchema, authorCalls, recipes, sampleOf } from "./samples.js";
import { copies } from "./versions.js";

const runs = 2_000;

/** A schema made by one copy, and a value for it. Printed as an author would write it. */
const cases = fc.tuple(fc.constantFrom(...copies), recipes).chain(([copy, recipe]) => {
  const { schema, value } = sampleOf(recipe, copy);
  return value.map((given) => ({
    schema,
    value: given,
    [fc.toStringMethod]: () => `${copy.name}: ${recipe.text} given ${fc.stringify(given)}`,
  }));
});

test("what zod accepts as a result, normalise and the kernel's validator accept as well", async () => {
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(cases, fc.constantFrom("drop" as const, undefined), async ({ schema, value }, nulls) => {
      const lowered = lowerSchema(schema, "output", { nulls });
      if (lowered.faults.length > 0) return;
      const parsed = await parse(schema, dropUndefined(value));
      if (parsed?.ok !== true) return;
      const normal = normalise(parsed.value);
      // Under undeclared keys anything may come. What is no JSON is refused by its path, before the kernel sees it.
      if (!normal.ok) return;
      accepted++;
      const payload = nulls === "drop" ? dropNulls(lowered.shape, normal.value) : normal.value;
      expect(validate(lowered.schema, payload)).toBeUndefined();
    }),
    { numRuns: runs },
  );
  // Else the property would say nothing.
  expect(accepted).toBeGreaterThan(runs / 5);
}, 120_000);

test("what is called required is refused by zod when it is absent", async () => {
  let removed = 0;
  await fc.assert(
    fc.asyncProperty(cases, async ({ schema, value }) => {
      const { shape, faults } = lowerSchema(schema, "input");
      if (faults.length > 0) return;
      const empty = await parse(schema, {});
      if (shape.kind === "object" && shape.fields.some((field) => field.required)) expect(empty?.ok).not.toBe(true);
      const parsed = await parse(schema, value);
      if (parsed?.ok !== true) return;
      for (const without of withoutOne(shape, value)) {
        removed++;
        expect((await parse(schema, without))?.ok).not.toBe(true);
      }
    }),
    { numRuns: runs },
  );
  expect(removed).toBeGreaterThan(runs / 5);
}, 120_000);

test("lowering asks each schema once, and calls none of the author's functions", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...copies),
      recipes,
      fc.constantFrom("input", "output" as const),
      (copy, recipe, side) => {
        const { schema } = sampleOf(recipe, copy);
        const asked = countQuestions(schema);
        const before = authorCalls.count;
        lowerSchema(schema, side, { nulls: "drop" });
        expect(authorCalls.count).toBe(before);
        expect([...asked.values()].filter((times) => times !== 1)).toEqual([]);
      },
    ),
    { numRuns: runs },
  );
}, 120_000);

/** Some releases of zod throw where the two sides of an intersection come to different values. */
async function parse(schema: AnySchema, value: unknown) {
  return parseWith(schema, value).catch(() => undefined);
}

/** Copies of a value, each of which lacks one key that its shape calls required. */
function* withoutOne(shape: Shape, value: unknown): Generator<unknown> {
  if (shape.kind === "array" && Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      for (const without of withoutOne(shape.items, item)) yield value.map((one, at) => (at === index ? without : one));
    }
  }
  if (typeof value !== "object" || value === null || shape.kind !== "object") return;
  for (const field of shape.fields) {
    if (!Object.hasOwn(value, field.key)) continue;
    const { [field.key]: member, ...others } = value as Record<string, unknown>;
    if (field.required) yield others;
    // A form that does not have the key takes no notice of what is in it.
    if (shape.forms?.some((form) => form.when === undefined && fieldOf(form.shape, field.key) === undefined)) continue;
    for (const without of withoutOne(field.shape, member)) yield { ...value, [field.key]: without };
  }
}

const parts = ["innerType", "element", "type", "in", "out", "schema", "left", "right", "options", "items", "keyType"];

/** Counts how often each schema in a tree is asked for its description, which happens where it is visited. */
function countQuestions(root: object): ReadonlyMap<object, number> {
  const asked = new Map<object, number>();
  const prepare = (schema: unknown): void => {
    if (typeof schema !== "object" || schema === null) return;
    if (Array.isArray(schema)) {
      for (const one of schema) prepare(one);
      return;
    }
    const def: unknown = Reflect.get(Reflect.get(schema, "_zod") ?? {}, "def") ?? Reflect.get(schema, "_def");
    if (typeof def !== "object" || def === null) return;
    const text: unknown = Reflect.get(schema, "description");
    Object.defineProperty(schema, "description", {
      get() {
        asked.set(schema, (asked.get(schema) ?? 0) + 1);
        return text;
      },
    });
    for (const part of [...parts, "valueType", "catchall"]) prepare(Reflect.get(def, part));
    const shape: unknown = Reflect.get(def, "shape");
    for (const member of Object.values((typeof shape === "function" ? shape() : shape) ?? {})) prepare(member);
  };
  prepare(root);
  return asked;
}
