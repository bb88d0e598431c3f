import type { ZodSchema } from "zod/v3";
import { zodToJsonSchema } from "zod-to-json-schema";
import type { Side } from "../schema/shape.js";
import { defOf } from "../schema/structure.js";

/** Converts a zod 3 schema of any copy. */
export function convertV3(schema: object, side: Side): { readonly [keyword: string]: unknown } {
  if (defOf(schema) === undefined) throw new TypeError("this is not a zod schema");
  const made = zodToJsonSchema(asZod3(schema), {
    target: "jsonSchema7",
    pipeStrategy: side,
    // What a transform makes has no declared type.
    effectStrategy: side === "input" ? "input" : "any",
  });
  return { ...made };
}

function asZod3(schema: object): ZodSchema {
  // It looks at nothing but `_def`, which is the same in all copies of zod 3.
  return schema as ZodSchema;
}
