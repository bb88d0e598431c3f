import { hasMark, withMark } from "./mark.js";
import type { Def } from "./structure.js";
import type { Schema } from "./types.js";

/** Under this key a schema's definition carries the mark; shared by all copies of the SDK. */
const lenientKey = Symbol.for("@plugwright/sdk/lenient");

/**
 * Lets an argument arrive as text where the schema wants something else, as some models send it: `"5"` for a number,
 * `"true"` for a boolean, and JSON text for an object or an array. It holds for the schema and for all that lies in it.
 * Returns a copy; the schema that was passed in stays strict.
 *
 * Only what loses nothing is converted: `"05"`, `"1e400"` and `" 5"` stay texts, for the schema to refuse. A field that
 * takes a string is never touched. Each conversion is told in the call's log. What is advertised does not change.
 *
 * Not for a concurrency key, which the kernel reads as it was sent, and neither for results nor for the configuration:
 * there it is a fault.
 *
 * @throws TypeError when the value is not a zod schema.
 */
export function lenient<S extends Schema>(schema: S): S {
  const marked = withMark(schema, lenientKey);
  if (marked === undefined) throw new TypeError("lenient() takes a zod schema: lenient(z.object({ ... }))");
  // Safe: it was made by the schema's own constructor from its own definition, so it is of the schema's own type.
  return marked as S;
}

/** Whether the definition itself is marked by {@link lenient}. */
export function isLenient(def: Def): boolean {
  return hasMark(def, lenientKey);
}
