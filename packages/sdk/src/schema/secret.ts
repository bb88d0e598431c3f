import { type Def, defOf, defOfV3 } from "./structure.js";
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
  const marked = mark(schema);
  // Safe: it was made by the schema's own constructor from its own definition, so it is of the schema's own type.
  return marked as S;
}

/** Whether a schema, or one that it wraps, is marked by {@link secret}. */
export function isSecret(schema: unknown): boolean {
  let def = defOf(schema) ?? defOfV3(schema);
  while (def !== undefined) {
    if (Reflect.get(def, secretKey) === true) return true;
    const inner = def.innerType ?? def.in ?? def.schema;
    def = defOf(inner) ?? defOfV3(inner);
  }
  return false;
}

/** Whether the definition itself is marked, without looking through wrappers. */
export function isMarked(def: Def): boolean {
  return Reflect.get(def, secretKey) === true;
}

function mark(schema: Schema): unknown {
  const def = defOf(schema);
  // `parent` makes zod 4 hand the description on to the copy.
  if (def !== undefined && "clone" in schema && typeof schema.clone === "function") {
    return schema.clone(withMark(def), { parent: true });
  }
  const v3 = defOfV3(schema);
  if (v3 !== undefined && typeof schema.constructor === "function") {
    return Reflect.construct(schema.constructor, [withMark(v3)]);
  }
  throw new TypeError("secret() takes a zod schema of a string: secret(z.string())");
}

// Descriptors, not a spread: `defaultValue` is a getter that runs the author's function.
function withMark(def: Def): object {
  const copy: object = Object.defineProperties({}, Object.getOwnPropertyDescriptors(def));
  return Object.defineProperty(copy, secretKey, { value: true, enumerable: true, configurable: true, writable: true });
}
