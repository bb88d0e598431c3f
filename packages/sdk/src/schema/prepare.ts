import { convertText } from "./convert-text.js";
import { memberPath } from "./path.js";
import { isPlainObject, setOwn } from "./plain.js";
import { fieldOf, type ObjectShape, type Shape, writtenOut } from "./shape.js";
import { suggest } from "./suggest.js";
import type { JsonObject, JsonValue } from "./types.js";

/** A key that no one declared. */
export interface UnknownKey {
  readonly path: string;
  /** The declared key that was probably meant; one that is not given as well. */
  readonly suggestion: string | undefined;
}

/** A text that was taken for what it says, where the schema is `lenient()`. */
export interface Conversion {
  readonly path: string;
  /** What became of it. */
  readonly to: "number" | "boolean" | "object" | "array";
}

export interface Prepared {
  /** A copy of the containers that the schema declares; the raw arguments are never written to. */
  readonly value: JsonObject;
  /** Keys that zod will drop without a word, in the order of the arguments. */
  readonly unknown: readonly UnknownKey[];
  /** Texts that were converted, in the order of the arguments. */
  readonly converted: readonly Conversion[];
}

/**
 * Makes raw arguments ready for zod:
 * - `null` for a key that may be absent (optional or defaulted) and is not nullable is left out: models send it;
 * - keys unknown to a plain object are listed and left for zod to drop; those of a strict one are zod's to refuse;
 * - an undeclared `__proto__` is listed and left out; a declared one stays an own key;
 * - where the schema is `lenient()`, a text that says a number, a boolean, an object or an array becomes one.
 *
 * Of a union of objects, the form that the arguments name is the one that counts. What does not fit the schema is passed
 * on as it is, for zod to refuse. Never throws.
 */
export function prepareArguments(shape: Shape, raw: JsonObject): Prepared {
  const preparing: Preparing = { unknown: [], converted: [] };
  const items = shape.kind === "record" ? shape.items : undefined;
  const value =
    shape.kind === "object"
      ? prepareObject(preparing, shape, raw, "")
      : copyOf(raw, (member, key) => prepareOpen(preparing, items, member, memberPath("", key)));
  return { value, ...preparing };
}

interface Preparing {
  readonly unknown: UnknownKey[];
  readonly converted: Conversion[];
}

// Suggestions compare every word with every field; a caller that sends a thousand odd keys gets no more of them.
const mostSuggestions = 20;

function prepareObject(preparing: Preparing, whole: ObjectShape, raw: JsonObject, path: string): JsonObject {
  const shape = formOf(writtenOut(whole), raw);
  const copy: JsonObject = {};
  for (const [key, value] of Object.entries(raw)) {
    const field = fieldOf(shape, key);
    if (field !== undefined) {
      const absent = value === null && field.omittable && !field.shape.nullable;
      if (!absent) setOwn(copy, key, prepareValue(preparing, field.shape, value, memberPath(path, key)));
      continue;
    }
    const dangerous = key === "__proto__";
    if (shape.unknownKeys === "strip" || dangerous) {
      preparing.unknown.push(unknownKey(preparing.unknown.length, shape, raw, path, key));
    }
    if (!dangerous) setOwn(copy, key, prepareOpen(preparing, shape.rest, value, memberPath(path, key)));
  }
  return copy;
}

/** The form of a union which the value names. `shape` itself, which admits what any form does, when it names none. */
function formOf(shape: ObjectShape, value: JsonObject): ObjectShape {
  const named = shape.forms?.find(({ when }) => {
    const given = when !== undefined && Object.hasOwn(value, when.key) ? value[when.key] : undefined;
    return when?.values.some((possible) => possible === given) === true;
  });
  return named === undefined ? shape : formOf(named.shape, value);
}

function prepareValue(preparing: Preparing, shape: Shape, given: JsonValue, path: string): JsonValue {
  const value = shape.lenient && typeof given === "string" ? convert(preparing, shape, given, path) : given;
  if (shape.kind === "array" && Array.isArray(value)) {
    return value.map((item, index) => prepareValue(preparing, shape.items, item, memberPath(path, index)));
  }
  if (!isPlainObject(value)) return value;
  if (shape.kind === "object") return prepareObject(preparing, shape, value, path);
  if (shape.kind !== "record") return value;
  return copyOf(value, (member, key) => prepareValue(preparing, shape.items, member, memberPath(path, key)));
}

/** What stands under a key that is not declared. */
function prepareOpen(preparing: Preparing, shape: Shape | undefined, value: JsonValue, path: string): JsonValue {
  return shape === undefined ? value : prepareValue(preparing, shape, value, path);
}

function convert(preparing: Preparing, shape: Shape, text: string, path: string): JsonValue {
  const to = shape.kind === "record" ? "object" : shape.kind;
  if (to !== "number" && to !== "boolean" && to !== "object" && to !== "array") return text;
  const value = convertText(text, to);
  if (value === undefined) return text;
  preparing.converted.push({ path, to });
  return value;
}

function copyOf(value: JsonObject, prepare: (member: JsonValue, key: string) => JsonValue): JsonObject {
  const copy: JsonObject = {};
  for (const [key, member] of Object.entries(value)) {
    if (key !== "__proto__") copy[key] = prepare(member, key);
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
