import type { Definition } from "../operation/definition.js";
import { operationKey } from "../operation/definition.js";
import type { Side } from "../schema/shape.js";
import { convertV3 } from "./convert-v3.js";
import { convertV4 } from "./convert-v4.js";

/** A JSON Schema of draft 7. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/**
 * The JSON Schema of an operation's arguments or result, with all that zod knows of them: patterns, bounds, defaults,
 * references. For people, editors and other tools; the kernel is told less (see `explainSchema`). What JSON Schema cannot
 * express is left open, `{}`.
 *
 * It is zod's own for zod 4, whichever copy the schema is of, and that of zod-to-json-schema for zod 3. Unlike the SDK
 * these converters run code of the author's: defaults, in zod 3 also refinements, transforms and `z.preprocess()`. Never
 * called where a plugin serves.
 *
 * @throws whatever such code throws, and a TypeError when a schema is none.
 */
export function toJsonSchema(operation: Definition<"tool" | "command">, side: Side): JsonSchema {
  const schema = operation[operationKey][side];
  // A command answers any object, and one without a schema for its arguments takes none.
  if (schema === undefined) return { $schema: draft, type: "object", ...(side === "input" && { properties: {} }) };
  return "_zod" in schema ? convertV4(schema, side) : convertV3(schema, side);
}

const draft = "http://json-schema.org/draft-07/schema#";
