import { memberOf } from "./plain.js";
import { type Def, defOf, internalsOf } from "./structure.js";
import type { Schema } from "./types.js";

/**
 * A copy of a schema with a mark in its definition, so that the mark survives `.min(8)`, `.describe()` and the like,
 * which copy the definition. The schema that was passed in stays as it is. `undefined` when it is no zod schema.
 */
export function withMark(schema: Schema, mark: symbol): unknown {
  const internals = internalsOf(schema);
  if (internals !== undefined) {
    const def = copyWith(memberOf(internals, "def"), mark);
    // `parent` makes zod 4 hand the description on to the copy.
    const clone = memberOf(schema, "clone");
    if (typeof clone === "function") return Reflect.apply(clone, schema, [def, { parent: true }]);
    // The classes of zod's core have no methods.
    const { constr } = internals;
    return typeof constr === "function" ? Reflect.construct(constr, [def]) : undefined;
  }
  const v3 = memberOf(schema, "_def");
  if (defOf(schema) === undefined || typeof schema.constructor !== "function") return undefined;
  return Reflect.construct(schema.constructor, [copyWith(v3, mark)]);
}

/** Whether the definition itself is marked, without looking through wrappers. */
export function hasMark(def: Def, mark: symbol): boolean {
  return Reflect.get(def, mark) === true;
}

// Descriptors, not a spread: `defaultValue` is a getter that runs the author's function.
function copyWith(def: unknown, mark: symbol): object {
  const copy: object = Object.defineProperties({}, Object.getOwnPropertyDescriptors(def));
  return Object.defineProperty(copy, mark, { value: true, enumerable: true, configurable: true, writable: true });
}
