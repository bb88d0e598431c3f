import { hasMark, withMark } from "./mark.js";
import { type Def, defOf } from "./structure.js";
import type { Schema } from "./types.js";

/** Under this key a schema's definition carries the mark; shared by all copies of the SDK. */
const secretKey = Symbol.for("@plugwright/sdk/secret");

/**
 * Marks a string of the plugin's configuration as a secret: its attribute is sensitive, and its value is kept out of
 * everything that leaves the process. Returns a copy; the schema that was passed in stays unmarked.
 *
 * The mark lives in the definition, so it survives `.min(8)`, `.trim()`, `.describe()` and the like, and it is seen
 * through `.optional()`, `.default()` and other wrappers.
 *
 * @throws TypeError when the value is not a zod schema.
 */
export function secret<S extends Schema<string | undefined>>(schema: S): S {
  const marked = withMark(schema, secretKey);
  if (marked === undefined) throw new TypeError("secret() takes a zod schema of a string: secret(z.string())");
  // Safe: it was made by the schema's own constructor from its own definition, so it is of the schema's own type.
  return marked as S;
}

/** Whether a schema, or one that it wraps, is marked by {@link secret}. */
export function isSecret(schema: unknown): boolean {
  let def = defOf(schema);
  while (def !== undefined) {
    if (isMarked(def)) return true;
    def = defOf(def.innerType ?? def.in);
  }
  return false;
}

/** Whether the definition itself is marked, without looking through wrappers. */
export function isMarked(def: Def): boolean {
  return hasMark(def, secretKey);
}
