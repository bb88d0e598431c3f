import { intersectShapes } from "./intersect.js";
import { isRecord, memberOf } from "./plain.js";
import { type Refusal, refuseStrictIntersection } from "./refusals.js";
import type { Node, ObjectShape, Shape } from "./shape.js";
import { internalsOf } from "./structure.js";
import { isRefusal, type Unwrapped } from "./unwrap.js";
import { type Made, made, readCommon, refuse, type Walk, within } from "./walk.js";

/** Reads `z.intersection()`: objects are merged, values of one type have to meet what both sides ask for. */
export function readIntersection(walk: Walk, unwrapped: Unwrapped, path: string): Made {
  const { def } = unwrapped;
  const { node } = readCommon(walk, unwrapped, path, "item");
  const presence = { required: true, omittable: false };
  const shape = within(walk, unwrapped, path, (): Shape => {
    const left = walk.slot(def.left, path);
    const right = walk.slot(def.right, path);
    presence.required = left.required || right.required;
    presence.omittable = left.omittable && right.omittable;
    const both = strictRefusal(unwrapped.schema, left.shape, right.shape) ?? intersectShapes(left.shape, right.shape);
    return isRefusal(both) ? refuse(walk, path, both) : underIntersection(node, both);
  });
  return shape.kind === "refused" ? made(shape) : { shape, ...presence };
}

function underIntersection(node: Node, shape: Shape): Shape {
  if (shape.kind === "refused") return shape;
  return {
    ...shape,
    description: node.description === "" ? shape.description : node.description,
    folds: [...new Set([...shape.folds, ...node.folds])],
    nullable: shape.nullable || node.nullable,
    defaulted: shape.defaulted || node.defaulted,
    rewritten: shape.rewritten || node.rewritten,
    secret: shape.secret || node.secret,
    lenient: shape.lenient || node.lenient,
  };
}

/** Until zod 4.2.2 a strict object on one side refused the keys of the other, so that nothing fitted both. */
function strictRefusal(schema: unknown, left: Shape, right: Shape): Refusal | undefined {
  if (left.kind !== "object" || right.kind !== "object") return undefined;
  if (!refusesOthers(left, right) && !refusesOthers(right, left)) return undefined;
  const version = memberOf(internalsOf(schema), "version");
  if (!isRecord(version)) return refuseStrictIntersection;
  const [minor, patch] = [Number(version["minor"]), Number(version["patch"])];
  return minor > 2 || (minor === 2 && patch >= 2) ? undefined : refuseStrictIntersection;
}

function refusesOthers(strict: ObjectShape, other: ObjectShape): boolean {
  if (strict.unknownKeys !== "strict" && strict.forms?.some(({ shape }) => shape.unknownKeys === "strict") !== true)
    return false;
  const keys = new Set(strict.fields.map((field) => field.key));
  return other.unknownKeys === "keep" || other.fields.some((field) => !keys.has(field.key));
}
