import { describe, expect, test } from "@jest/globals";
import { SchemaType } from "@plugwright/protocol/schema";
import * as z from "zod";
import { verifies } from "../../test/verifies.js";
import { type Chain, chain } from "./chain.js";
import { compileOperation } from "./compile.js";
import { type Operation, operationKey } from "./definition.js";

function compile(definition: { readonly [operationKey]: Operation }) {
  return compileOperation(definition[operationKey]);
}

function tool(input: unknown): Chain {
  return chain("tool", "t")
    .describe("d")
    .input(input)
    .output(z.object({ text: z.string() }));
}

const handler = () => ({ text: "" });

describe("compileOperation", () => {
  test("lowers the input from its input side and the output from its output side", () => {
    const twoSided = z.object({ n: z.number().default(1) });
    const built = chain("tool", "t").describe("d").input(twoSided).output(twoSided).reads().run(handler);
    const { compiled, faults } = compile(built);
    expect(faults).toEqual([]);
    expect(compiled.input.schema.required).toEqual([]);
    expect(compiled.output?.schema.required).toEqual(["n"]);
    expect(compiled.operation).toBe(built[operationKey]);
  });

  test("a command that declares no input takes an object without fields, and has no output schema", () => {
    verifies("CMD-04");
    const { compiled, faults } = compile(chain("command", "c").describe("d").reads().run(handler));
    expect(faults).toEqual([]);
    expect(compiled.input.schema).toMatchObject({ type: SchemaType.OBJECT, properties: {}, required: [] });
    expect(compiled.input.shape).toMatchObject({ kind: "object", fields: [], unknownKeys: "strip" });
    expect(compiled.output).toBeUndefined();
  });

  test(".describeConstraints(false) leaves descriptions as the author wrote them", () => {
    const input = z.object({ name: z.string().min(3).describe("a name") });
    const told = compile(tool(input).reads().run(handler)).compiled.input.schema.properties["name"]?.description;
    const untold = compile(tool(input).describeConstraints(false).reads().run(handler)).compiled.input.schema;
    expect(told).not.toBe("a name");
    expect(told?.startsWith("a name")).toBe(true);
    expect(untold.properties["name"]?.description).toBe("a name");
  });

  test("faults of schemas say in which of the two they are", () => {
    const built = chain("tool", "t")
      .describe("d")
      .input(z.object({ when: z.date() }))
      .output(z.object({ deep: z.object({ set: z.set(z.string()) }) }))
      .reads()
      .run(handler);
    expect(compile(built).faults.map(({ part, path }) => [part, path])).toEqual([
      ["input", "when"],
      ["output", "deep.set"],
    ]);
  });

  test("what is no schema at all is a fault, not an exception", () => {
    const { faults } = compile(tool({ path: z.string() }).reads().run(handler));
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatchObject({ part: "input", path: "" });
  });

  test("faults of the chain come first and belong to no schema", () => {
    const { faults } = compile(
      tool(z.object({ when: z.date() }))
        .mutates("read_only")
        .run(handler),
    );
    expect(faults.map(({ part, reason }) => [part, reason])).toEqual([
      [undefined, "what mutates is never read_only"],
      ["input", expect.any(String)],
    ]);
  });
});

describe("key fields", () => {
  const keyed = (input: unknown, key: string) =>
    compile(
      tool(input)
        .mutates("low", { key: [key] })
        .run(handler),
    ).faults;

  test("are required fields of the input with values that zod leaves alone", () => {
    verifies("TOOL-33", "TOOL-43");
    expect(keyed(z.object({ path: z.string() }), "path")).toEqual([]);
    expect(keyed(z.object({ page: z.number() }), "page")).toEqual([]);
    expect(keyed(z.object({ path: z.string() }), "pth")).toEqual([
      { part: "input", path: "pth", reason: "the key names no field of the input", hint: 'write "path"' },
    ]);
  });

  test.each<[why: string, field: z.ZodType]>([
    ["optional", z.string().optional()],
    ["with a default", z.string().default("x")],
    ["coerced", z.coerce.string()],
    ["rewritten", z.string().trim()],
    ["an object", z.object({ a: z.string() })],
    ["a list", z.array(z.string())],
  ])("cannot be %s", (_, field) => {
    const faults = keyed(z.object({ path: field }), "path");
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatchObject({ part: "input", path: "path" });
  });

  test.each(["constructor", "toString", "__proto__"])("%s is no field unless declared", (name) => {
    expect(keyed(z.object({ path: z.string() }), name)).toHaveLength(1);
  });
});
