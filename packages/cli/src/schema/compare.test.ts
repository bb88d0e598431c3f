import { describe, expect, test } from "@jest/globals";
import { advertised, command, definePlugin, type PluginOptions, secret, tool } from "@plugwright/sdk";
import * as fc from "fast-check";
import * as z from "zod";
import { fromAdvertised } from "../describe/describe.js";
import { type Change, compareOffers } from "./compare.js";

const identity = { name: "p", version: "1.0.0", source: "github.com/acme/p" };
const offer = (options: Partial<PluginOptions<never, never>>) =>
  fromAdvertised({ ...identity, advertised: advertised(definePlugin({ ...identity, ...options })) });

const text = (changes: readonly Change[]) =>
  changes.map(({ kind, subject, message }) => `${kind} ${subject}: ${message}`);

const reads = (input: z.ZodObject, output: z.ZodObject = z.object({})) =>
  offer({
    tools: [
      tool("t")
        .describe("d")
        .input(input)
        .output(output)
        .reads()
        .run(() => ({})),
    ],
  });

function inputs(before: z.ZodRawShape, after: z.ZodRawShape): string[] {
  return text(compareOffers(reads(z.object(before)), reads(z.object(after))));
}

function outputs(before: z.ZodRawShape, after: z.ZodRawShape): string[] {
  return text(compareOffers(reads(z.object({}), z.object(before)), reads(z.object({}), z.object(after))));
}

const a = z.string();

describe("arguments: less may be asked for, and more taken", () => {
  test.each([
    ["a new required one", {}, { a }, ["breaking t: argument a is new, and required"]],
    ["a new optional one", {}, { a: a.optional() }, ["additive t: argument a is new, and optional"]],
    ["one that is gone", { a }, {}, ["breaking t: argument a is gone"]],
    ["required now", { a: a.optional() }, { a }, ["breaking t: argument a was optional, and is required"]],
    ["optional now", { a }, { a: a.optional() }, ["additive t: argument a was required, and is optional"]],
    ["another type", { a }, { a: z.number() }, ["breaking t: argument a was string, and is number"]],
    ["fewer values", { a: z.enum(["x", "y"]) }, { a: z.enum(["x"]) }, ["breaking t: argument a can no longer be y"]],
    ["more values", { a: z.enum(["x"]) }, { a: z.enum(["x", "y"]) }, ["additive t: argument a can be y as well"]],
    ["a list of values", { a }, { a: z.enum(["x"]) }, ["breaking t: argument a can be nothing but x"]],
    ["no list any more", { a: z.enum(["x"]) }, { a }, ["additive t: argument a can be anything"]],
    [
      "a new optional object, whatever is required in it",
      {},
      { a: z.object({ b: a }).optional() },
      ["additive t: argument a is new, and optional", "additive t: argument a.b is new, and required"],
    ],
    [
      "within a list",
      { l: z.array(z.object({ b: a.optional() })) },
      { l: z.array(z.object({ b: a })) },
      ["breaking t: argument l[].b was optional, and is required"],
    ],
    ["other words", { a }, { a: a.describe("x") }, ["wording t: argument a is described otherwise"]],
  ])("%s", (_, before, after, expected) => {
    expect(inputs(before, after)).toEqual(expected);
  });
});

describe("results: more may be promised, and less said", () => {
  test.each([
    ["a new one", {}, { a }, ["additive t: result a is new, and required"]],
    ["one that is gone", { a }, {}, ["breaking t: result a is gone"]],
    ["no longer certain", { a }, { a: a.optional() }, ["breaking t: result a was required, and is optional"]],
    ["certain now", { a: a.optional() }, { a }, ["additive t: result a was optional, and is required"]],
    ["more values", { a: z.enum(["x"]) }, { a: z.enum(["x", "y"]) }, ["breaking t: result a can be y as well"]],
    ["fewer values", { a: z.enum(["x", "y"]) }, { a: z.enum(["x"]) }, ["additive t: result a can no longer be y"]],
  ])("%s", (_, before, after, expected) => {
    expect(outputs(before, after)).toEqual(expected);
  });
});

test("what an operation is", () => {
  const of = (description: string) => tool("t").describe(description).input(z.object({ a })).output(z.object({}));
  const before = offer({
    tools: [
      of("d")
        .mutates("low", { key: ["a"] })
        .idempotent()
        .run(() => ({})),
    ],
  });
  const after = offer({
    tools: [
      of("e")
        .mutates("high")
        .timeout("5s")
        .terminatesTurn()
        .run(() => ({})),
    ],
  });
  expect(text(compareOffers(before, after))).toEqual([
    "breaking t: its risk was low, and is high",
    "breaking t: whether it ends the turn was false, and is true",
    "breaking t: whether it is idempotent was true, and is false",
    "additive t: its timeout was the kernel's, and is 5000 ms",
    "additive t: its locks was on a, and is on everything",
    "wording t: its description is another one",
  ]);
  expect(text(compareOffers(after, before))).toContain("additive t: its risk was high, and is low");
});

test("who the plugin is", () => {
  const one = offer({ prompts: [{ name: "p", description: "d", template: "t" }] });
  expect(text(compareOffers(one, { ...one, name: "q", source: "github.com/acme/q" }))).toEqual([
    "breaking plugin: its name was p, and is q",
    "breaking plugin: its source was github.com/acme/p, and is github.com/acme/q",
  ]);
});

test("operations, commands, prompts and configuration that come and go", () => {
  const read = command("c")
    .describe("d")
    .reads()
    .run(() => ({}));
  const prompt = { name: "p", description: "d", template: "t" };
  const before = offer({ commands: [read], prompts: [prompt] });
  const after = offer({ prompts: [{ ...prompt, template: "u" }] });
  expect(text(compareOffers(before, after))).toEqual([
    "breaking /c: it is gone",
    "wording prompt p: its template is another one",
  ]);
  expect(text(compareOffers(after, before))).toContain("additive /c: it is new");

  const configured = (config: z.ZodObject) =>
    fromAdvertised({
      ...identity,
      advertised: advertised(definePlugin({ ...identity, config, prompts: [prompt] })),
    });
  const old = configured(z.object({ url: z.string(), token: z.string(), n: z.number().default(1) }));
  const now = configured(
    z.object({ token: secret(z.string()), n: z.number().default(2), key: z.string(), o: z.object({ p: a }) }),
  );
  expect(text(compareOffers(old, now))).toEqual([
    "breaking config: attribute url is gone",
    "breaking config: attribute token is a secret now",
    "breaking config: attribute key is new, and required",
    "breaking config: attribute o is new, and required",
    "additive config: attribute n had the default 1, and has 2",
    "additive config: attribute o.p is new, and required",
  ]);
});

test("nothing differs from itself, and what breaks one way is no break the other way, or is one both ways", async () => {
  const leaf = fc.constantFrom<z.ZodType>(z.string(), z.number(), z.boolean(), z.enum(["x", "y"]), z.enum(["x"]));
  const field = fc.tuple(leaf, fc.boolean()).map(([type, optional]) => (optional ? type.optional() : type));
  const shape = fc.dictionary(fc.constantFrom("a", "b", "c"), field, { maxKeys: 3 });
  await fc.assert(
    fc.asyncProperty(shape, shape, async (one, other) => {
      expect(inputs(one, one)).toEqual([]);
      const [there, back] = [inputs(one, other), inputs(other, one)];
      // A difference that is seen one way is seen the other way.
      expect(there.length > 0).toBe(back.length > 0);
      // What is only added to arguments can be taken away only by breaking.
      if (there.length > 0 && there.every((line) => line.startsWith("additive"))) {
        expect(back.some((line) => line.startsWith("breaking"))).toBe(true);
      }
    }),
    { numRuns: 200 },
  );
});
