import { lengthRange } from "./formats.js";
import { mergeShapes } from "./merge.js";
import { itemsPath } from "./path.js";
import { refuseOutputItem, refuseOutputNullItem, refuseTuple } from "./refusals.js";
import { refusedShape, type Shape } from "./shape.js";
import { schemasIn } from "./structure.js";
import type { Unwrapped } from "./unwrap.js";
import { type Made, made, readCommon, refuse, unlessOverwritten, type Walk, within } from "./walk.js";

/** Reads `z.array()`. */
export function readArray(walk: Walk, unwrapped: Unwrapped, path: string): Made {
  const { node, overwritten } = readCommon(walk, unwrapped, path, "item");
  const shape = within(walk, unwrapped, path, () => {
    const items = readItem(walk, unwrapped.def.element, itemsPath(path)).shape;
    return unlessOverwritten(walk, path, overwritten, { kind: "array", items, ...node });
  });
  return made(shape);
}

/** Reads `z.tuple()`: the wire has one type for all items, so those of a tuple must agree. */
export function readTuple(walk: Walk, unwrapped: Unwrapped, path: string): Made {
  const { node, overwritten } = readCommon(walk, unwrapped, path, "item");
  const { def } = unwrapped;
  const shape = within(walk, unwrapped, path, (): Shape => {
    const faultsBefore = walk.faults.length;
    const items = schemasIn(def.items).map((item) => readItem(walk, item, itemsPath(path)));
    const rest = def.rest === null || def.rest === undefined ? undefined : readItem(walk, def.rest, itemsPath(path));
    if (walk.faults.length > faultsBefore) return refusedShape;
    const labelled = items.map((item, index) => ({ label: `item ${index + 1}`, shape: item.shape }));
    if (rest !== undefined) labelled.push({ label: "the others", shape: rest.shape });
    // An empty tuple has no type for its items.
    const merged = labelled.length === 0 ? undefined : mergeShapes(labelled);
    if (merged === undefined) return refuse(walk, path, refuseTuple);
    const least = items.findLastIndex((item) => item.required) + 1;
    const length = lengthRange(least, rest === undefined ? items.length : undefined, "item");
    const folds = length === undefined ? node.folds : [length, ...node.folds];
    return unlessOverwritten(walk, path, overwritten, { ...node, kind: "array", items: merged, folds });
  });
  return made(shape);
}

/** Reads what a list holds. A list has no key that could be left out, so on the output side every item has a value. */
function readItem(walk: Walk, schema: unknown, path: string) {
  const item = walk.slot(schema, path, "item");
  // A refused item has its own fault.
  if (walk.side === "output" && item.shape.kind !== "refused") {
    if (!item.required) refuse(walk, path, refuseOutputItem);
    else if (item.shape.nullable) refuse(walk, path, refuseOutputNullItem);
  }
  return item;
}
