import { maxNodes } from "./limits.js";
import { othersPath } from "./path.js";
import { memberOf } from "./plain.js";
import { readField, readOpen } from "./read-object.js";
import { refuseLarge, refuseLooseRecord, refuseRecordKeys } from "./refusals.js";
import { emptyShape, type Node, refusedShape, type Shape, type StringShape } from "./shape.js";
import { type Def, internalsOf } from "./structure.js";
import type { Unwrapped } from "./unwrap.js";
import { type Made, made, readCommon, refuse, refuseOnce, type Walk, within } from "./walk.js";

/** Reads `z.record()`: an object whose keys are told, or, where they are listed, an object with these keys. */
export function readRecord(walk: Walk, unwrapped: Unwrapped, path: string): Made {
  const { def } = unwrapped;
  if (def.mode === "loose") return made(refuse(walk, path, refuseLooseRecord));
  const { node } = readCommon(walk, unwrapped, path, "item");
  const shape = within(walk, unwrapped, path, (): Shape => {
    const keys = walk.slot(def.keyType, path).shape;
    if (keys.kind === "refused") return refusedShape;
    if (keys.kind !== "string") return refuse(walk, path, refuseRecordKeys);
    if (keys.values !== undefined) return listed(walk, def, path, keys, keys.values, node);
    const items = readOpen(walk, def.valueType, othersPath(path));
    return { kind: "record", keys: keys.folds.join("; "), items, ...node };
  });
  return made(shape);
}

/**
 * A record over an enum. In zod 3 its keys may be left out, in zod 4 none may; so none is called required, and zod 4's
 * rule is told.
 */
function listed(walk: Walk, def: Def, path: string, keys: StringShape, names: readonly string[], node: Node): Shape {
  const before = walk.nodes;
  const field = readField(walk, "", def.valueType, othersPath(path));
  // Read once, but written out for each key.
  walk.nodes += (walk.nodes - before) * (names.length - 1);
  if (walk.nodes > maxNodes) return refuseOnce(walk, path, refuseLarge);
  const all = memberOf(internalsOf(def.keyType), "values") !== undefined && def.partial !== true && field.required;
  return {
    ...emptyShape,
    ...node,
    fields: names.map((key) => ({ ...field, key, required: false })),
    unknownKeys: "strict",
    folds: [...(all ? ["every key is needed"] : []), ...keys.folds, ...node.folds],
  };
}
