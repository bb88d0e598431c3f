import { type $ZodType, type GlobalMeta, globalRegistry, registry, toJSONSchema } from "zod/v4/core";
import type { Side } from "../schema/shape.js";
import { defOf } from "../schema/structure.js";

/** Converts a zod 4 schema of any copy. */
export function convertV4(schema: object, side: Side): { readonly [keyword: string]: unknown } {
  const made = toJSONSchema(asZod(schema), {
    io: side,
    target: "draft-7",
    unrepresentable: "any",
    metadata: descriptions(),
    override: ({ zodSchema, jsonSchema }) => {
      // It takes text, though what it makes is a Date.
      const def = defOf(zodSchema);
      if (side === "input" && def?.type === "date" && def.coerce === true) {
        jsonSchema.type = "string";
        jsonSchema.format = "date-time";
      }
    },
  });
  return { ...made };
}

/**
 * Asks each schema for its own metadata, since before zod 4.2 every copy kept its registry to itself. Schemas of
 * zod mini cannot be asked.
 */
function descriptions() {
  const own = registry<GlobalMeta>();
  own.get = (schema) => {
    const meta: unknown = "meta" in schema ? schema.meta : undefined;
    return typeof meta === "function" ? Reflect.apply(meta, schema, []) : globalRegistry.get(schema);
  };
  return own;
}

function asZod(schema: object): $ZodType {
  // All copies of zod 4 build their schemas alike, and name their parts alike.
  return schema as $ZodType;
}
