import { memberPath, othersPath } from "./path.js";
import { isRecord } from "./plain.js";
import { type Refusal, refuseForeign, refuseKey, refuseLongRule, unreadable } from "./refusals.js";
import type { Field, ObjectShape, Shape } from "./shape.js";
import { type Def, defOf, typeOf } from "./structure.js";
import { isWellFormed } from "./text.js";
import { isRefusal, type Unwrapped } from "./unwrap.js";
import { type Made, made, readCommon, refuse, unlessOverwritten, type Walk, within } from "./walk.js";
import { isLongRule } from "./words.js";

/** Reads `z.object()` and its kin. */
export function readObject(walk: Walk, unwrapped: Unwrapped, path: string): Made {
  const { node, overwritten } = readCommon(walk, unwrapped, path, "item");
  const shape = within(walk, unwrapped, path, (): Shape => {
    const members = membersOf(unwrapped.def);
    if (isRefusal(members)) return refuse(walk, path, members);
    const fields: Field[] = [];
    for (const key of Reflect.ownKeys(members.shape)) {
      const keyPath = memberPath(path, key);
      if (typeof key === "symbol" || !isWellFormed(key)) refuse(walk, keyPath, refuseKey);
      else fields.push(readField(walk, key, members.shape[key], keyPath));
    }
    const { unknownKeys, rest } = readOthers(walk, unwrapped.def, path);
    // The spread comes last: the other way round it takes seven times as long.
    const object: ObjectShape = {
      kind: "object",
      fields,
      unknownKeys,
      rest,
      forms: undefined,
      again: undefined,
      ...node,
    };
    return unlessOverwritten(walk, path, overwritten, object);
  });
  return made(shape);
}

/** Reads what stands under a declared key. */
export function readField(walk: Walk, key: string, schema: unknown, path: string): Field {
  const slot = walk.slot(schema, path, "field");
  // zod leaves this key out of what it checks and of what it makes, whatever the schema says.
  const ignored = key === "__proto__";
  // What comes out of them has the key all the same; a null is left out: see ReadOptions.
  const uncertain = walk.side === "input" ? walk.decided : slot.shape.nullable;
  const { shape, required, omittable, readDefault } = slot;
  return { key, shape, required: required && !ignored && !uncertain, omittable, readDefault };
}

/**
 * Reads what stands under keys that are not declared. The wire does not describe it, so anything may stand there; but
 * what it must be is told, and is refused when that would take too long.
 */
export function readOpen(walk: Walk, schema: unknown, path: string): Shape {
  const { shape } = walk.slot(schema, path, "open");
  return isLongRule(shape) ? refuse(walk, path, refuseLongRule) : shape;
}

function readOthers(walk: Walk, def: Def, path: string): Pick<ObjectShape, "unknownKeys" | "rest"> {
  const catchall = defOf(def.catchall);
  if (catchall === undefined) return { unknownKeys: "strip", rest: undefined };
  const type = typeOf(catchall);
  if (type === "never") return { unknownKeys: "strict", rest: undefined };
  if (type === "any" || type === "unknown") return { unknownKeys: "keep", rest: undefined };
  return { unknownKeys: "keep", rest: readOpen(walk, def.catchall, othersPath(path)) };
}

/** The members of an object. The author's getters are run here; zod 4 keeps what they return, one that throws is a fault. */
function membersOf(def: Def): { readonly shape: Record<PropertyKey, unknown> } | Refusal {
  try {
    const { shape } = def;
    return isRecord(shape) ? { shape } : refuseForeign;
  } catch (error) {
    return unreadable("the object's keys", error);
  }
}
