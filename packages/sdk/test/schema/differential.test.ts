import { describe, expect, test } from "@jest/globals";
import { explainSchema, type SchemaNode, type Side } from "@plugwright/sdk";
import { type JsonSchema, toJsonSchema } from "@plugwright/sdk/json-schema";
import fc from "fast-check";
import { itemsPath, memberPath } from "../../src/schema/path.js";
import { advertise, emptyObject, objectWith, toolWith } from "./advertise.js";
import { matrix } from "./matrix.js";
import { recipes, sampleOf } from "./samples.js";
import { type Copy, copies, make } from "./versions.js";

const sides = ["input", "output"] as const;

describe.each(copies.map((copy) => [copy.name, copy] as const))("%s: no keyword vanishes of", (_, copy) => {
  const rows = matrix.flatMap((row) => {
    const schema = make(row, copy);
    // What .meta() says of the type is not so.
    if (schema === undefined || row.construct.startsWith(".meta({ type })")) return [];
    return [[row.construct, objectWith(copy, schema)] as const];
  });
  test.each(rows)("%s", (_name, schema) => {
    for (const side of sides) expect([side, vanished(copy, schema, side)]).toEqual([side, []]);
  });
});

test("no keyword vanishes of 500 generated schemas", () => {
  let compared = 0;
  fc.assert(
    fc.property(fc.constantFrom(...copies), recipes, fc.constantFrom(...sides), (copy, recipe, side) => {
      const { schema } = sampleOf(recipe, copy);
      compared += keywordsOf(richSchema(copy, schema, side)).length;
      expect(vanished(copy, schema, side)).toEqual([]);
    }),
    { numRuns: 500 },
  );
  // Else the property would say nothing.
  expect(compared).toBeGreaterThan(2_000);
}, 60_000);

test("a keyword that is neither kept nor told is found", () => {
  const node = { path: "p", type: "STRING", required: true, verdict: "exact", wording: "", cost: 0 } as const;
  const rich = { type: "string", minLength: 2, pattern: "^a" };
  const missed = keywordsOf(rich, "p").filter((keyword) => !isToldOf(keyword, [node], undefined));
  expect(missed.map(({ name }) => name)).toEqual(["minLength", "pattern"]);
});

/** A keyword of a JSON Schema, and the path at which it holds. */
interface Keyword {
  readonly path: string;
  readonly name: string;
  readonly value: unknown;
  /** Whether it is one side of an intersection, of which the other may ask for less. */
  readonly both: boolean;
}

/**
 * The keywords of the rich schema that are neither in what is advertised, nor told there, nor refused. In a result a
 * default has been applied.
 */
function vanished(copy: Copy, schema: ReturnType<typeof objectWith>, side: Side): readonly string[] {
  const empty = emptyObject(copy);
  const [input, output] = side === "input" ? [schema, empty] : [empty, schema];
  const { nodes } = explainSchema(toolWith("t", input, output), side);
  const made = advertise("t", input, output);
  // Nothing is advertised as long as anything is refused, and what is refused is named.
  if (made.faults !== undefined) {
    const refused = nodes.filter((node) => node.verdict === "refused");
    return refused.length === 0 ? ["refused without a word"] : [];
  }
  return keywordsOf(richSchema(copy, schema, side))
    .filter((keyword) => !(side === "output" && keyword.name === "default") && !isToldOf(keyword, nodes, made[side]))
    .map(({ path, name, value }) => `${path}: ${name} ${JSON.stringify(value)}`);
}

function richSchema(copy: Copy, schema: ReturnType<typeof objectWith>, side: Side): JsonSchema {
  const empty = emptyObject(copy);
  return toJsonSchema(side === "input" ? toolWith("t", schema, empty) : toolWith("t", empty, schema), side);
}

type Wire = Extract<ReturnType<typeof advertise>, { faults?: undefined }>["input"];

function isToldOf({ path, name, value, both }: Keyword, nodes: readonly SchemaNode[], wire: Wire | undefined): boolean {
  const node = nodes.find((one) => one.path === path);
  // Under undeclared keys the wire describes nothing, and all is told where the keys are.
  if (node === undefined) return nodes.some((one) => path.startsWith(one.path) && one.verdict === "folded");
  if (node.verdict !== "exact") return true;
  const at = wire === undefined ? undefined : wireAt(wire, path);
  switch (name) {
    case "type":
      return both ? true : node.type === String(value).toUpperCase();
    case "anyOf":
      return both;
    case "description":
      return at?.description.includes(String(value)) === true;
    case "const":
    case "enum":
      if (both && at !== undefined) return at.enumValues.length > 0;
      return [value].flat().every((one) => at?.enumValues.includes(String(one)));
    case "required":
      return Array.isArray(value) && value.every((key) => isRequired(String(key), path, nodes, at));
    case "default":
      // Where the other side asks for the key, a default never stands in.
      return both || node.wording.includes("has a default");
    case "minimum":
    case "maximum":
      // All numbers are exact.
      return Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER;
    case "additionalProperties":
      // A plain object drops other keys. What comes out of it has none, and zod 3 is said to refuse what it drops.
      return value === false;
    case "properties":
    case "items":
      return true;
    default:
      return false;
  }
}

/** Whether a key is called required, or it is told why not. */
function isRequired(key: string, path: string, nodes: readonly SchemaNode[], at: Wire | undefined): boolean {
  const node = nodes.find((one) => one.path === memberPath(path, key));
  if (at?.required.includes(key) === true || (node !== undefined && node.wording !== "")) return true;
  // zod does not ask for a key of that name. On coercion to a text or a boolean its releases differ.
  return key === "__proto__" || node?.type === "STRING" || node?.type === "BOOLEAN";
}

function wireAt(wire: Wire, path: string): Wire | undefined {
  if (path === "") return wire;
  if (path.endsWith("[]")) return wireAt(wire, path.slice(0, -2))?.items;
  for (const [key, property] of Object.entries(wire.properties)) {
    const prefix = memberPath("", key);
    if (path === prefix) return property;
    const rest = path.slice(prefix.length);
    if (!path.startsWith(prefix)) continue;
    const found = rest.startsWith("[]") ? wireItems(property, rest) : wireAt(property, rest.replace(/^\./, ""));
    if (found !== undefined) return found;
  }
  return undefined;
}

function wireItems(wire: Wire, rest: string): Wire | undefined {
  const { items } = wire;
  if (items === undefined) return undefined;
  const inner = rest.slice(2);
  return inner.startsWith("[]") ? wireItems(items, inner) : wireAt(items, inner.replace(/^\./, ""));
}

/** For people and editors; JSON Schema gives them no force. `readOnly` is said of what zod freezes. */
const annotations = new Set([
  "$schema",
  "title",
  "examples",
  "deprecated",
  "x-y",
  "readOnly",
  "id",
  "$ref",
  "definitions",
]);

/** All keywords that say something, with those of branches where the branch is. */
function keywordsOf(schema: JsonSchema, path = "", root = schema, both = false): readonly Keyword[] {
  return Object.entries(schema).flatMap(([name, value]): readonly Keyword[] => {
    const own = [{ path, name, value, both }];
    const inner = (at: string, schemas: unknown, inBoth = both) =>
      [schemas].flat().flatMap((one) => (isSchema(one) ? keywordsOf(one, at, root, inBoth) : []));
    if (annotations.has(name)) return name === "$ref" ? inner(path, resolve(root, String(value))) : [];
    switch (name) {
      case "properties":
        return Object.entries(value as JsonSchema).flatMap(([key, member]) => inner(memberPath(path, key), member));
      case "items":
        return Array.isArray(value) ? own : inner(itemsPath(path), value);
      case "allOf":
        return inner(path, value, true);
      case "anyOf":
      case "oneOf": {
        const branches = [value].flat().filter(isSchema).filter(saysSomething);
        const values = branches.every((branch) => branch["const"] !== undefined);
        return [...(values || branches.length === 1 ? [] : own), ...inner(path, branches)];
      }
      default:
        return own;
    }
  });
}

/** What may be undefined is {} in zod 4 and { not: {} } in zod 3. */
function saysSomething(branch: JsonSchema): boolean {
  return !["", "not"].includes(Object.keys(branch).join());
}

function resolve(root: JsonSchema, ref: string): readonly JsonSchema[] {
  let at: unknown = root;
  for (const step of ref.split("/").slice(1))
    at = isSchema(at) ? at[step.replace(/~1/g, "/").replace(/~0/g, "~")] : undefined;
  return isSchema(at) ? [at] : [];
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null;
}
