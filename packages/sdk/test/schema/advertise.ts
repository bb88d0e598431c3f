import { SchemaType, type Schema as WireSchema } from "@plugwright/protocol/schema";
import {
  definePlugin,
  getSchemaResponse,
  isPluginDefinitionError,
  type PluginFault,
  pluginKey,
  type Schema,
  type ToolDefinition,
  tool,
} from "@plugwright/sdk";
import type { Copy } from "./versions.js";

/** What the options of `.input()` and `.output()` are. */
export interface Options {
  readonly depth?: 1 | 2 | 3 | 4;
  readonly nulls?: "drop";
}

/** The schemas of a tool as its kernel gets them, or the faults for which there is no tool. */
export type Advertised =
  | { readonly input: WireSchema; readonly output: WireSchema; readonly faults?: undefined }
  | { readonly faults: readonly PluginFault[] };

/** Defines a plugin with one tool and asks it for its schema. */
export function advertise(name: string, input: Schema, output: Schema, options: Options = {}): Advertised {
  try {
    const plugin = definePlugin({
      name: "tables",
      version: "1.0.0",
      source: "github.com/acme/tables",
      tools: [toolWith(name, input, output, options)],
    });
    const [told] = getSchemaResponse(plugin[pluginKey]).tools;
    if (told?.inputSchema === undefined || told.outputSchema === undefined) throw new Error("no schema");
    return { input: told.inputSchema, output: told.outputSchema };
  } catch (error) {
    if (isPluginDefinitionError(error)) return { faults: error.faults };
    throw error;
  }
}

/**
 * A tool that answers `{}`, or what the handler does. The tables hold schemas of every kind, also those that the types
 * refuse.
 */
export function toolWith(
  name: string,
  input: Schema,
  output: Schema,
  { depth, nulls }: Options = {},
  handler: Handler = () => ({}),
): AnyTool {
  const unrolled = depth === undefined ? {} : { depth };
  return (tool(name).describe("d") as unknown as AnyChain)
    .input(input, unrolled)
    .output(output, nulls === undefined ? unrolled : { ...unrolled, nulls })
    .reads()
    .run(handler);
}

/** What a tool does with whatever its schema makes of the arguments. */
export type Handler = (args: unknown) => unknown;

export type AnyTool = ToolDefinition<never, unknown, unknown, unknown>;

interface AnyChain {
  input(schema: Schema, options: object): AnyChain;
  output(schema: Schema, options: object): AnyChain;
  reads(): AnyChain;
  run(handler: Handler): AnyTool;
}

/** An object of that copy with the schema under the key `p`. */
export function objectWith(copy: Copy, schema: Schema): Schema {
  // Each copy has its own type for what an object is made of.
  return copy.major === 3 ? copy.z.object({ p: schema } as never) : copy.z.object({ p: schema } as never);
}

/** An empty object of that copy. */
export function emptyObject(copy: Copy): Schema {
  return copy.major === 3 ? copy.z.object({}) : copy.z.object({});
}

/** What becomes of a schema under a required key, on one side: as {@link told}, or `refused: reason`. */
export function advertised(copy: Copy, schema: Schema, side: "input" | "output", options?: Options): string {
  const object = objectWith(copy, schema);
  const empty = emptyObject(copy);
  const made = side === "input" ? advertise("t", object, empty, options) : advertise("t", empty, object, options);
  if (made.faults !== undefined) return `refused: ${made.faults.map((fault) => fault.reason).join(", ")}`;
  const whole = made[side];
  const property = whole.properties["p"];
  return property === undefined ? "left out" : told(property, whole.required.includes("p"));
}

/**
 * A schema on one line: `STRING! [a, b]: text` for a required string with listed values, `ARRAY of NUMBER`,
 * `OBJECT {a: STRING!, b: NUMBER}`.
 */
export function told(schema: WireSchema, required = false): string {
  const type = `${SchemaType[schema.type]}${required ? "!" : ""}`;
  const values = schema.enumValues.length === 0 ? "" : ` [${schema.enumValues.join(", ")}]`;
  const items = schema.items === undefined ? "" : ` of ${told(schema.items)}`;
  const members = Object.entries(schema.properties).map(
    ([key, property]) => `${key} ${told(property, schema.required.includes(key))}`,
  );
  const properties = members.length === 0 ? "" : ` {${members.join("; ")}}`;
  return `${type}${values}${items}${properties}${schema.description === "" ? "" : `: ${schema.description}`}`;
}
