import { expect, test } from "@jest/globals";
import * as z from "zod";
import { readSchema } from "./read.js";

test("no default, refinement, transform, codec or message function is called", () => {
  const calls: string[] = [];
  const note = (what: string) => {
    calls.push(what);
    return "x";
  };
  const schema = z.object({
    a: z.string().default(() => note("default")),
    b: z.string().prefault(() => note("prefault")),
    c: z.string().refine(() => note("refine") === "x", { error: () => note("message") }),
    d: z.string().overwrite(() => note("overwrite")),
    e: z.string().transform(() => note("transform")),
    f: z.string().catch(() => note("catch")),
    g: z.preprocess(() => note("preprocess"), z.string()),
    h: z.codec(z.string(), z.string(), { decode: () => note("decode"), encode: () => note("encode") }),
    i: z
      .string()
      .transform(() => note("transform"))
      .pipe(z.string()),
    j: z.custom<string>(() => note("custom") === "x"),
  });
  for (const side of ["input", "output"] as const) readSchema(schema, side);
  expect(calls).toEqual([]);
});

test("a schema that contains itself is refused", () => {
  const Tree = z.object({
    name: z.string(),
    get kids() {
      return z.array(Tree.describe("a copy"));
    },
  });
  expect(readSchema(Tree, "input").faults).toEqual([
    {
      path: "kids[]",
      reason: "the schema contains itself, and there are no references on the wire",
      hint: "say how often to write it out, as in .input(schema, { depth: 2 }), at most 4; or take a flat list",
    },
  ]);
});

test("a schema that grows at every level ends at the depth limit", () => {
  const grow = (): z.ZodType =>
    z.object({
      get next() {
        return grow();
      },
    });
  const { faults } = readSchema(grow(), "input");
  expect(faults.map((fault) => fault.reason)).toEqual(["nested deeper than 40 levels"]);
});

test("a 5,000-deep schema is refused, not a stack overflow", () => {
  let schema: z.ZodType = z.string();
  for (let level = 0; level < 5000; level++) schema = z.object({ o: schema });
  expect(readSchema(schema, "input").faults.map((fault) => fault.reason)).toEqual(["nested deeper than 40 levels"]);
});

test("a chain of 5,000 wrappers is read", () => {
  let schema: z.ZodType = z.string().describe("deep");
  for (let level = 0; level < 5000; level++) schema = new z.ZodReadonly({ type: "readonly", innerType: schema });
  const { root, faults } = readSchema(schema, "output");
  expect(faults).toEqual([]);
  expect(root).toMatchObject({ required: true, shape: { kind: "string", description: "deep" } });
});

test("a schema that doubles at every level ends at the size limit", () => {
  let schema: z.ZodType = z.string();
  for (let level = 0; level < 30; level++) schema = z.object({ a: schema, b: schema });
  expect(readSchema(schema, "input").faults.map((fault) => fault.reason)).toEqual([
    "more than 10000 parts, once shared ones are written out",
  ]);
});

test("a shape whose getter throws is a fault that names the error", () => {
  const schema = z.object({
    get broken(): z.ZodString {
      throw new ReferenceError("Cannot access 'Node' before initialization");
    },
  });
  expect(readSchema(z.object({ o: schema }), "input").faults).toEqual([
    {
      path: "o",
      reason: "the object's keys cannot be read: Cannot access 'Node' before initialization",
      hint: "declare the schemas that its getters use before it",
    },
  ]);
});
