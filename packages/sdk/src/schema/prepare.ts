import { memberPath } from "./path.js";
import { isPlainObject, setOwn } from "./plain.js";
import { fieldOf, type ObjectShape, type Shape } from "./shape.js";
import { suggest } from "./suggest.js";
import type { JsonObject, JsonValue } from "./types.js";

/** A key that no one declared. */
export interface UnknownKey {
  readonly path: string;
  /** The declared key that was probably meant; one that is not given as well. */
  readonly suggestion: string | undefined;
}

export interface Prepared {
  /** A copy of the containers that the schema declares; the raw arguments are never written to. */
  readonly value: JsonObject;
  /** Keys that zod will drop without a word, in the order of the arguments. */
  readonly unknown: readonly UnknownKey[];
}

/**
 * Makes raw arguments ready for zod:
 * - `null` for a key that may be absent (optional or defaulted) and is not nullable is left out: models send it;
 * - keys unknown to a plain object are listed and left for zod to drop; those of a strict one are zod's to refuse;
 * - an undeclared `__proto__` is listed and left out; a declared one stays an own key.
 *
 * What does not fit the schema is passed on as it is, for zod to refuse. Never throws.
 */
export function prepareArguments(shape: Shape, raw: JsonObject): Prepared {
  const unknown: UnknownKey[] = [];
  const value = shape.kind === "object" ? prepareObject(unknown, shape, raw, "") : copyOf(raw);
  return { value, unknown };
}

// Suggestions compare every word with every field; a caller that sends a thousand odd keys gets no more of them.
const mostSuggestions = 20;

function prepareObject(unknown: UnknownKey[], shape: ObjectShape, raw: JsonObject, path: string): JsonObject {
  const copy: JsonObject = {};
  for (const [key, value] of Object.entries(raw)) {
    const field = fieldOf(shape, key);
    if (field !== undefined) {
      const absent = value === null && field.omittable && !field.shape.nullable;
      if (!absent) setOwn(copy, key, prepareValue(unknown, field.shape, value, memberPath(path, key)));
      continue;
    }
    const dangerous = key === "__proto__";
    if (shape.unknownKeys === "strip" || dangerous) unknown.push(unknownKey(unknown.length, shape, raw, path, key));
    if (!dangerous) setOwn(copy, key, value);
  }
  return copy;
}

function prepareValue(unknown: UnknownKey[], shape: Shape, value: JsonValue, path: string): JsonValue {
  if (shape.kind === "array" && Array.isArray(value)) {
    return value.map((item, index) => prepareValue(unknown, shape.items, item, memberPath(path, index)));
  }
  if (!isPlainObject(value)) return value;
  if (shape.kind === "object") return prepareObject(unknown, shape, value, path);
  return shape.kind === "record" ? copyOf(value) : value;
}

function copyOf(value: JsonObject): JsonObject {
  const copy: JsonObject = {};
  for (const [key, member] of Object.entries(value)) {
    if (key !== "__proto__") copy[key] = member;
  }
  return copy;
}

function unknownKey(listed: number, shape: ObjectShape, raw: JsonObject, path: string, key: string): UnknownKey {
  const free = listed < mostSuggestions ? shape.fields.filter((field) => !Object.hasOwn(raw, field.key)) : [];
  const suggestion = suggest(
    key,
    free.map((field) => field.key),
  );
  return { path: memberPath(path, key), suggestion };
}
