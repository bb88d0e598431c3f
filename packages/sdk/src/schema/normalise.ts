import { maxDepth } from "./limits.js";
import { memberPath } from "./path.js";
import { isDate, isPlainObject, isRecord, memberOf, setOwn } from "./plain.js";
import { isWellFormed } from "./text.js";
import type { JsonObject, JsonValue } from "./types.js";

/** A value in JSON's terms, or where and why it has none. `path` is "" for the value itself; the reason has no full stop. */
export type Normalised<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly path: string; readonly reason: string };

/**
 * Copies a result into what the wire can carry without changing it on the way. Undefined properties are dropped and a
 * Date becomes its ISO string. Everything else that is not JSON is refused: NaN and the infinities, bigint, integers
 * that a double cannot tell apart, functions, symbols, holes and `undefined` in arrays, class instances (Map, Set,
 * Error and binary data too), circles, nesting over 40 levels, and text that UTF-8 cannot carry. `toJSON` is not called.
 * The root must be a plain object.
 */
export function normalise(value: unknown): Normalised<JsonObject> {
  if (!isPlainObject(value)) return { ok: false, path: "", reason: `expected a plain object, got ${nameOf(value)}` };
  return attempt(() => objectOf(value, "", []));
}

/** As {@link normalise}, for a value of any JSON type. `undefined` is refused. */
export function normaliseValue(value: unknown): Normalised<JsonValue> {
  return attempt(() => jsonOf(value, "", []));
}

/**
 * A copy without the properties that are `undefined`, at any depth of plain objects and arrays: "left out" and "set to
 * undefined" mean the same in a result, though not to every zod schema. All other values are kept by reference.
 */
export function dropUndefined(value: unknown): unknown {
  return withoutUndefined(value, []);
}

/** Leaves the recursion of a conversion; never seen outside this file. */
class NotJson {
  constructor(
    readonly path: string,
    readonly reason: string,
  ) {}
}

function attempt<T>(convert: () => T): Normalised<T> {
  try {
    return { ok: true, value: convert() };
  } catch (error) {
    // Anything else was thrown by a getter of the author's.
    if (error instanceof NotJson) return { ok: false, path: error.path, reason: error.reason };
    throw error;
  }
}

function jsonOf(value: unknown, path: string, around: readonly object[]): JsonValue {
  if (value === null || typeof value === "boolean") return value;
  if (typeof value === "string") return textOf(value, path);
  if (typeof value === "number") return numberOf(value, path);
  if (Array.isArray(value)) return listOf(value, path, around);
  if (isDate(value)) return dateOf(value, path);
  if (isPlainObject(value)) return objectOf(value, path, around);
  throw new NotJson(path, `JSON carries no ${nameOf(value)}`);
}

function objectOf(value: Record<string, unknown>, path: string, around: readonly object[]): JsonObject {
  const inside = enter(value, path, around);
  const copy: JsonObject = {};
  for (const [key, member] of Object.entries(value)) {
    if (member === undefined) continue;
    if (!isWellFormed(key)) throw new NotJson(path, `a key holds half of a surrogate pair: ${JSON.stringify(key)}`);
    setOwn(copy, key, jsonOf(member, memberPath(path, key), inside));
  }
  return copy;
}

function listOf(value: readonly unknown[], path: string, around: readonly object[]): JsonValue[] {
  const inside = enter(value, path, around);
  const copy: JsonValue[] = [];
  for (let index = 0; index < value.length; index++) {
    const itemPath = memberPath(path, index);
    if (!Object.hasOwn(value, index)) throw new NotJson(itemPath, "the array has a hole here");
    copy.push(jsonOf(value[index], itemPath, inside));
  }
  return copy;
}

function enter(container: object, path: string, around: readonly object[]): readonly object[] {
  if (around.includes(container)) throw new NotJson(path, "the value contains itself");
  if (around.length >= maxDepth) throw new NotJson(path, `nested deeper than ${maxDepth} levels`);
  return [...around, container];
}

function textOf(value: string, path: string): string {
  if (isWellFormed(value)) return value;
  throw new NotJson(path, "the text holds half of a surrogate pair, which UTF-8 cannot carry");
}

function numberOf(value: number, path: string): number {
  if (!Number.isFinite(value)) throw new NotJson(path, `JSON carries no ${value}`);
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    throw new NotJson(
      path,
      `the integer ${value} is beyond ±(2^53-1), where a double is not exact: send it as a string`,
    );
  }
  return value;
}

function dateOf(value: Date, path: string): string {
  if (Number.isNaN(value.getTime())) throw new NotJson(path, "the Date is invalid");
  return Date.prototype.toISOString.call(value);
}

function nameOf(value: unknown): string {
  if (value === null) return "null";
  if (typeof value !== "object") return typeof value;
  if (Array.isArray(value)) return "array";
  const tag = Object.prototype.toString.call(value).slice("[object ".length, -1);
  if (tag !== "Object") return tag;
  const maker = memberOf(value, "constructor");
  return typeof maker === "function" && maker.name !== "" && maker.name !== "Object" ? maker.name : "class instance";
}

function withoutUndefined(value: unknown, around: readonly object[]): unknown {
  // Deeper values and circles are kept as they are: normalise refuses them, if they get that far.
  if (!isRecord(value) || around.length > maxDepth || around.includes(value)) return value;
  const inside = [...around, value];
  if (Array.isArray(value)) {
    const copy: unknown[] = [];
    for (let index = 0; index < value.length; index++) {
      // Not to be filled: a hole is refused later, and a sparse array may be billions long.
      if (!Object.hasOwn(value, index)) return value;
      copy.push(withoutUndefined(value[index], inside));
    }
    return copy;
  }
  if (!isPlainObject(value)) return value;
  const copy: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) {
    if (member !== undefined) setOwn(copy, key, withoutUndefined(member, inside));
  }
  return copy;
}
