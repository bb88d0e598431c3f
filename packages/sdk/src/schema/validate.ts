import { type Schema, SchemaType } from "@plugwright/protocol/schema";
import { memberPath } from "./path.js";
import type { JsonValue } from "./types.js";

/** Where and why a value breaks a wire schema. `path` is "" for the value itself; the reason has no full stop. */
export interface Violation {
  readonly path: string;
  readonly reason: string;
}

/**
 * Validates a payload exactly as the kernel does, and answers the first violation or `undefined`:
 * - OBJECT: an object; every required name is there; declared properties are validated, others are not looked at;
 * - STRING: a string, and one of the enum values where there are any;
 * - NUMBER, BOOLEAN: of that JSON type;
 * - ARRAY: a list, whose items are validated where the schema says what they are;
 * - an absent schema or type constrains nothing, `null` satisfies no type, and a missing payload is `{}`.
 */
export function validate(schema: Schema | undefined, value: JsonValue | undefined): Violation | undefined {
  return schema === undefined ? undefined : violation(schema, value === undefined ? {} : value, "");
}

function violation(schema: Schema, value: JsonValue, path: string): Violation | undefined {
  switch (schema.type) {
    case SchemaType.OBJECT:
      return objectViolation(schema, value, path);
    case SchemaType.STRING:
      if (typeof value !== "string") return wrongType(path, "a string", value);
      if (schema.enumValues.length === 0 || schema.enumValues.includes(value)) return undefined;
      return { path, reason: `expected one of ${schema.enumValues.map((text) => JSON.stringify(text)).join(", ")}` };
    case SchemaType.NUMBER:
      return typeof value === "number" ? undefined : wrongType(path, "a number", value);
    case SchemaType.BOOLEAN:
      return typeof value === "boolean" ? undefined : wrongType(path, "a boolean", value);
    case SchemaType.ARRAY:
      return arrayViolation(schema, value, path);
    default:
      return undefined;
  }
}

function objectViolation(schema: Schema, value: JsonValue, path: string): Violation | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return wrongType(path, "an object", value);
  for (const name of schema.required) {
    if (!Object.hasOwn(value, name)) return { path: memberPath(path, name), reason: "required, but missing" };
  }
  for (const [name, property] of Object.entries(schema.properties)) {
    const member = Object.hasOwn(value, name) ? value[name] : undefined;
    const found = member === undefined ? undefined : violation(property, member, memberPath(path, name));
    if (found !== undefined) return found;
  }
  return undefined;
}

function arrayViolation(schema: Schema, value: JsonValue, path: string): Violation | undefined {
  if (!Array.isArray(value)) return wrongType(path, "an array", value);
  if (schema.items === undefined) return undefined;
  for (const [index, item] of value.entries()) {
    const found = violation(schema.items, item, memberPath(path, index));
    if (found !== undefined) return found;
  }
  return undefined;
}

function wrongType(path: string, expected: string, value: JsonValue): Violation {
  return { path, reason: `expected ${expected}, got ${typeName(value)}` };
}

function typeName(value: JsonValue): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
