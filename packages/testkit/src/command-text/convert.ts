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
      return parseJson(text);
    default:
      return { value: text };
  }
}

function parseJson(text: string): { readonly value: JsonValue } | { readonly expected: string } {
  try {
    // What JSON.parse returns is JSON.
    return { value: JSON.parse(text) as JsonValue };
  } catch {
    return { expected: "an object in JSON" };
  }
}
