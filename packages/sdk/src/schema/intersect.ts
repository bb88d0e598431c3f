import { nullFold } from "./checks.js";
import { mergeObjects } from "./merge.js";
import { type Refusal, refuseIntersection, refuseLarge, refuseUnsatisfiable } from "./refusals.js";
import { type Field, fieldOf, type Node, type ObjectShape, type Shape } from "./shape.js";
import { isRefusal } from "./unwrap.js";

/** How many forms the unions on both sides of an intersection may come to. */
const mostForms = 64;

/** The shape of what two schemas both accept. The answer is never wider than either. */
export function intersectShapes(left: Shape, right: Shape): Shape | Refusal {
  if (left.kind === "refused") return left;
  if (right.kind === "refused") return right;
  const node = intersectNodes(left, right);
  if (left.kind === "string" && right.kind === "string") {
    const values = common(left.values, right.values);
    return values?.length === 0 ? refuseUnsatisfiable : { kind: "string", values, ...node };
  }
  if (left.kind === "number" && right.kind === "number") {
    const numbers = common(
      left.values?.map(({ value }) => value),
      right.values?.map(({ value }) => value),
    );
    const values = (left.values ?? right.values)?.filter(({ value }) => numbers?.includes(value));
    return values?.length === 0
      ? refuseUnsatisfiable
      : { kind: "number", whole: left.whole || right.whole, values, ...node };
  }
  if (left.kind === "boolean" && right.kind === "boolean") {
    const clash = left.always !== undefined && right.always !== undefined && left.always !== right.always;
    return clash ? refuseUnsatisfiable : { kind: "boolean", always: left.always ?? right.always, ...node };
  }
  if (left.kind === "array" && right.kind === "array") {
    const items = intersectShapes(left.items, right.items);
    return isRefusal(items) ? items : { kind: "array", items, ...node };
  }
  if (left.kind === "object" && right.kind === "object") return intersectObjects(left, right);
  return left.kind === right.kind || left.kind === "record" || right.kind === "record"
    ? refuseIntersection
    : refuseUnsatisfiable;
}

function intersectObjects(left: ObjectShape, right: ObjectShape): Shape | Refusal {
  if (left.rest !== undefined || right.rest !== undefined || left.again !== undefined || right.again !== undefined) {
    return refuseIntersection;
  }
  if (left.forms === undefined && right.forms === undefined) return intersectPlain(left, right);
  // As a union of objects, each of which has the other side's keys as well.
  const combined: ObjectShape[] = [];
  for (const one of left.forms ?? [{ shape: left }]) {
    for (const other of right.forms ?? [{ shape: right }]) {
      const both = intersectPlain(one.shape, other.shape);
      // Left out, a combination that nothing fits would vanish in silence.
      if (isRefusal(both)) return both;
      if (both.kind === "object") combined.push(both);
      if (combined.length > mostForms) return refuseLarge;
    }
  }
  const [only, ...others] = combined;
  if (only === undefined) return refuseUnsatisfiable;
  const forms = combined.map((shape, index) => ({ label: `form ${index + 1}`, shape }));
  const merged = others.length === 0 ? only : mergeObjects(forms, { of: "union" });
  if (merged === undefined) return refuseIntersection;
  return { ...merged, description: describe(left, right) };
}

function intersectPlain(left: ObjectShape, right: ObjectShape): Shape | Refusal {
  const fields: Field[] = [];
  for (const field of left.fields) {
    const other = fieldOf(right, field.key);
    const both = other === undefined ? field : intersectFields(field, other);
    if (isRefusal(both)) return both;
    fields.push(both);
  }
  fields.push(...right.fields.filter((field) => fieldOf(left, field.key) === undefined));
  const modes = [left.unknownKeys, right.unknownKeys];
  const unknownKeys = modes.includes("keep") ? "keep" : modes.includes("strip") ? "strip" : "strict";
  return {
    kind: "object",
    fields,
    unknownKeys,
    rest: undefined,
    forms: undefined,
    again: undefined,
    ...intersectNodes(left, right),
  };
}

function intersectFields(left: Field, right: Field): Field | Refusal {
  // What the author's code makes where the other side says nothing need not be what the other side would accept.
  if ((!left.required && right.shape.rewritten) || (!right.required && left.shape.rewritten)) return refuseIntersection;
  const shape = intersectShapes(left.shape, right.shape);
  if (isRefusal(shape)) return shape;
  return {
    key: left.key,
    shape,
    required: left.required || right.required,
    omittable: left.omittable && right.omittable,
    readDefault: left.readDefault ?? right.readDefault,
  };
}

function intersectNodes(left: Node, right: Node): Node {
  const nullable = left.nullable && right.nullable;
  const folds = new Set([...left.folds, ...right.folds]);
  if (!nullable) folds.delete(nullFold);
  return {
    description: describe(left, right),
    folds: [...folds],
    nullable,
    defaulted: left.defaulted && right.defaulted,
    rewritten: left.rewritten || right.rewritten,
    secret: left.secret || right.secret,
    lenient: left.lenient && right.lenient,
  };
}

function describe(left: Node, right: Node): string {
  return [...new Set([left.description, right.description])].filter((text) => text !== "").join("; ");
}

/** The values in both lists; a missing list takes any. */
function common<T>(left: readonly T[] | undefined, right: readonly T[] | undefined): readonly T[] | undefined {
  if (left === undefined || right === undefined) return left ?? right;
  return left.filter((value) => right.includes(value));
}
