import { isPlainObject, setOwn } from "./plain.js";
import { fieldOf, type Shape, writtenOut } from "./shape.js";
import type { JsonObject, JsonValue } from "./types.js";

/**
 * A copy of a result without the properties whose value is null, where the schema says that it may be: what
 * `.output(schema, { nulls: "drop" })` asks for. Nulls under keys that are not declared are kept, for the kernel does not
 * look at them.
 */
export function dropNulls(shape: Shape, value: JsonObject): JsonObject {
  const dropped = withoutNulls(shape, value);
  // An object stays one.
  return isPlainObject(dropped) ? dropped : value;
}

function withoutNulls(shape: Shape, value: JsonValue): JsonValue {
  if (shape.kind === "array" && Array.isArray(value)) return value.map((item) => withoutNulls(shape.items, item));
  if (!isPlainObject(value)) return value;
  const at = shape.kind === "object" ? writtenOut(shape) : undefined;
  if (at === undefined && shape.kind !== "record") return value;
  const copy: JsonObject = {};
  for (const [key, member] of Object.entries(value)) {
    const inner = at === undefined ? itemsOf(shape) : (fieldOf(at, key)?.shape ?? at.rest);
    if (member !== null || inner?.nullable !== true) {
      setOwn(copy, key, inner === undefined ? member : withoutNulls(inner, member));
    }
  }
  return copy;
}

function itemsOf(shape: Shape): Shape | undefined {
  return shape.kind === "record" ? shape.items : undefined;
}
