import { type Schema, SchemaType } from "@plugwright/protocol/schema";
import type { JsonValue } from "@plugwright/sdk";

/** A text as a value of a type, or what the type asks for. */
export function convert(text: string, schema: Schema): { readonly value: JsonValue } | { readonly expected: string } {
  switch (schema.type) {
    case SchemaType.NUMBER: {
      const value = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
      return Number.isFinite(value) ? { value } : { expected: "a number" };
    }
    case SchemaType.BOOLEAN:
      if (text === "true" || text === "false") return { value: text === "true" };
      return { expected: "true or false" };
    case SchemaType.OBJECT:
      return parseObject(text);
    default:
      return { value: text };
  }
}

function parseObject(text: string): { readonly value: JsonValue } | { readonly expected: string } {
  try {
    // What JSON.parse returns is JSON.
    const value = JSON.parse(text) as JsonValue;
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return { value };
  } catch {
    // Text that is no JSON is no object in JSON either.
  }
  return { expected: "an object in JSON" };
}
