import { describe, expect, test } from "@jest/globals";
import { command, type Schema } from "@plugwright/sdk";
import { toJsonSchema } from "@plugwright/sdk/json-schema";
import * as mini from "zod/mini";
import * as core from "zod/v4/core";
import * as mini40 from "zod-4.0/mini";
import * as mini41 from "zod-4.1/mini";
import * as mini43 from "zod-4.3/mini";
import { advertise, emptyObject, told, toolWith } from "./advertise.js";
import { copies, copies4, make } from "./versions.js";

/** The input schema that is advertised, or the faults. */
function inputOf(schema: Schema): unknown {
  const made = advertise("t", schema, mini.object({}));
  return made.faults ?? told(made.input);
}

describe("zod mini", () => {
  test.each([
    ["4.0.0", mini40],
    ["4.1.12", mini41],
    ["4.3.6", mini43],
    ["4.6.7", mini],
  ])("%s is described as classic schemas are", (_, copy) => {
    const z = copy as unknown as typeof mini;
    const schema = z.object({
      a: z.optional(z.string().check(z.minLength(2), z.trim())),
      b: z._default(z.int(), 3),
      c: z.discriminatedUnion("k", [
        z.object({ k: z.literal("x"), n: z.number() }),
        z.object({ k: z.literal("y"), s: z.nullable(z.string()) }),
      ]),
      d: z.record(z.string(), z.boolean()),
    });
    expect(inputOf(schema)).toBe(
      "OBJECT {a STRING: at least 2 characters; b NUMBER: whole number; has a default; " +
        "c OBJECT! {k STRING! [x, y]; n NUMBER; s STRING: null allowed}: n with k=x, s with k=y; " +
        "d OBJECT!: any keys, each value true or false}",
    );
  });
});

test("schemas of zod's core, which have no methods, are described and parsed", () => {
  const schema = new core.$ZodObject({
    type: "object",
    shape: {
      s: new core.$ZodOptional({ type: "optional", innerType: new core.$ZodString({ type: "string" }) }),
      e: new core.$ZodEnum({ type: "enum", entries: { a: "a", b: "b" } }),
      l: new core.$ZodArray({ type: "array", element: new core.$ZodNumber({ type: "number", checks: [] }) }),
    },
  });
  expect(inputOf(schema)).toBe("OBJECT {e STRING! [a, b]; l ARRAY! of NUMBER; s STRING}");
});

describe("several copies of zod in one plugin", () => {
  test.each(copies.map((copy) => [copy.name, copy] as const))("%s beside the others", (_, copy) => {
    const schema = make({ v4: (z) => z.object({ a: z.string().describe("text") }) }, copy) as Schema;
    for (const other of copies) {
      const made = advertise("t", schema, emptyObject(other));
      expect(made.faults ?? told(made.input)).toBe("OBJECT {a STRING!: text}");
    }
  });
});

describe("the getters of a declaration are run once, whatever is asked of it", () => {
  test.each(copies.map((copy) => [copy.name, copy] as const))("%s", (_, copy) => {
    const runs = { lazy: 0, shape: 0 };
    const schema = make(
      {
        v4: (z) =>
          z.object({
            get a() {
              runs.shape++;
              return z.string();
            },
            b: z.lazy(() => {
              runs.lazy++;
              return z.string();
            }),
          }),
      },
      copy,
    ) as Schema;
    for (const _round of [1, 2, 3]) expect(advertise("t", schema, schema).faults).toBeUndefined();
    expect(runs.lazy).toBe(1);
    expect(runs.shape).toBe(1);
  });
});

describe("JSON Schema, for people", () => {
  test.each(copies.map((copy) => [copy.name, copy] as const))("%s", (_, copy) => {
    const schema = make(
      {
        v4: (z) =>
          z
            .object({
              query: z.string().min(2).describe("what to look for"),
              limit: z.number().int().max(50).default(10),
              since: z.coerce.date().optional(),
              size: z.string().transform(Number).pipe(z.number()),
            })
            .describe("one search"),
      },
      copy,
    ) as Schema;
    const rich = toJsonSchema(toolWith("t", schema, schema), "input");
    expect(rich).toMatchObject({
      $schema: "http://json-schema.org/draft-07/schema#",
      type: "object",
      description: "one search",
      required: ["query", "size"],
      properties: {
        query: { type: "string", minLength: 2, description: "what to look for" },
        limit: { type: "integer", maximum: 50, default: 10 },
        since: { type: "string", format: "date-time" },
        size: { type: "string" },
      },
    });
    const made = toJsonSchema(toolWith("t", emptyObject(copy), schema), "output");
    expect(made).toMatchObject({ properties: { size: { type: "number" } } });
    expect(() => JSON.stringify([rich, made])).not.toThrow();
  });

  test.each(copies4.map((copy) => [copy.name, copy] as const))("%s: what contains itself is referred to", (_, copy) => {
    const tree = make(
      {
        v4: (z) => {
          const Node = z.object({
            get kids() {
              return z.array(Node);
            },
          });
          return Node;
        },
      },
      copy,
    ) as Schema;
    expect(toJsonSchema(toolWith("t", tree, tree), "input")).toMatchObject({
      properties: { kids: { type: "array", items: { $ref: "#" } } },
    });
  });

  test("a command without arguments takes none, and answers any object", () => {
    const plain = command("c")
      .describe("d")
      .reads()
      .run(() => {});
    const $schema = "http://json-schema.org/draft-07/schema#";
    expect(toJsonSchema(plain, "input")).toEqual({ $schema, type: "object", properties: {} });
    expect(toJsonSchema(plain, "output")).toEqual({ $schema, type: "object" });
  });
});
