import { readV4 } from "./read-v4.js";
import { type Refusal, refuseForeign, refuseV3 } from "./refusals.js";
import { type Read, refusedShape, type Side } from "./shape.js";
import { defOf, defOfV3 } from "./structure.js";
import type { Schema } from "./types.js";

/**
 * Reads one side of a zod schema into a finite tree. Never throws: what cannot be described becomes a fault, and a
 * `refused` node in its place. No default, refinement or transform of the author's is run; only the getters of
 * an object's own shape are, since without them its keys are unknown.
 */
export function readSchema(schema: Schema, side: Side): Read {
  if (defOf(schema) !== undefined) return readV4(schema, side);
  return refused(defOfV3(schema) === undefined ? refuseForeign : refuseV3);
}

function refused(refusal: Refusal): Read {
  return {
    root: { shape: refusedShape, required: true, omittable: false, readDefault: undefined },
    faults: [{ path: "", ...refusal }],
  };
}
