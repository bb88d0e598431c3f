import { defaultFold, type Folded, foldChecks } from "./checks.js";
import type { Fault } from "./fault.js";
import { maxDepth, maxNodes } from "./limits.js";
import { itemsPath, memberPath } from "./path.js";
import { isRecord } from "./plain.js";
import {
  type Refusal,
  refusalOf,
  refuseDeep,
  refuseForeign,
  refuseKey,
  refuseLarge,
  refuseOutputItem,
  refuseOutputNull,
  refusePipe,
  refusePreprocess,
  refuseRecord,
  refuseRecursion,
  refuseRewrittenOutput,
  refuseRootUndefined,
  refuseTransform,
  refuseV3,
} from "./refusals.js";
import {
  type Field,
  type Node,
  type ObjectShape,
  type Read,
  refusedShape,
  type Shape,
  type Side,
  type Slot,
} from "./shape.js";
import { type Def, defOf, defOfV3, textIn, typeOf } from "./structure.js";
import { isWellFormed, oneLine } from "./text.js";
import { readValues } from "./values.js";
import { rewrites, type Unwrapped, unwrap } from "./wrappers.js";

/** One walk. */
interface Walk {
  readonly side: Side;
  readonly faults: Fault[];
  /** The containers around the current node. By definition, since `.describe()` copies a schema but not its definition. */
  readonly around: Set<Def>;
  nodes: number;
}

/** Reads a zod 4 schema (classic or mini). See {@link Read}. */
export function readV4(schema: unknown, side: Side): Read {
  const walk: Walk = { side, faults: [], around: new Set(), nodes: 0 };
  const root = readSlot(walk, schema, "");
  if (side === "output" && !root.required) walk.faults.push({ path: "", ...refuseRootUndefined });
  return { root, faults: walk.faults };
}

function readSlot(walk: Walk, schema: unknown, path: string): Slot {
  const unwrapped = unwrap(schema, walk.side);
  if (unwrapped === undefined) {
    const refusal = defOfV3(schema) === undefined ? refuseForeign : refuseV3;
    return { shape: refuse(walk, path, refusal), required: true, omittable: false, readDefault: undefined };
  }
  return { shape: readShape(walk, unwrapped, path), ...unwrapped.presence };
}

function readShape(walk: Walk, node: Unwrapped, path: string): Shape {
  const { def } = node;
  walk.nodes++;
  if (walk.nodes > maxNodes) return refuseOnce(walk, path, refuseLarge);
  if (walk.around.has(def)) return refuse(walk, path, refuseRecursion);
  if (walk.side === "output" && node.nullable) return refuse(walk, path, refuseOutputNull);
  switch (typeOf(def)) {
    case "string": {
      const checks = foldNode(walk, node, path, "character");
      return { kind: "string", values: undefined, ...common(walk, node, checks.folds) };
    }
    case "number": {
      const checks = foldNode(walk, node, path, "item");
      return { kind: "number", whole: checks.whole, ...common(walk, node, checks.folds) };
    }
    case "boolean":
      return { kind: "boolean", ...common(walk, node, foldNode(walk, node, path, "item").folds) };
    case "enum":
    case "literal":
      return readChoice(walk, node, path);
    case "array":
      return readArray(walk, node, path);
    case "object":
      return readObject(walk, node, path);
    case "record":
      return readRecord(walk, node, path);
    case "pipe":
      return refuse(walk, path, pipeRefusal(def));
    default:
      return refuse(walk, path, refusalOf(typeOf(def)));
  }
}

function readChoice(walk: Walk, node: Unwrapped, path: string): Shape {
  const choice = readValues(node.def);
  if ("reason" in choice) return refuse(walk, path, choice);
  const checks = foldNode(walk, node, path, "character");
  const shared = common(walk, node, [...choice.folds, ...checks.folds]);
  if (checks.rewritten && walk.side === "output") return refuse(walk, path, refuseRewrittenOutput);
  if (choice.kind === "string") return { kind: "string", values: choice.values, ...shared };
  return choice.kind === "number" ? { kind: "number", whole: false, ...shared } : { kind: "boolean", ...shared };
}

function readArray(walk: Walk, node: Unwrapped, path: string): Shape {
  const checks = foldNode(walk, node, path, "item");
  if (checks.rewritten && walk.side === "output") return refuse(walk, path, refuseRewrittenOutput);
  return within(walk, node, path, () => {
    const items = readSlot(walk, node.def.element, itemsPath(path));
    // A refused item has its own fault.
    const mayBeUndefined = walk.side === "output" && !items.required && items.shape.kind !== "refused";
    if (mayBeUndefined) walk.faults.push({ path: itemsPath(path), ...refuseOutputItem });
    return { kind: "array", items: items.shape, ...common(walk, node, checks.folds) };
  });
}

function readRecord(walk: Walk, node: Unwrapped, path: string): Shape {
  const keys = defOf(node.def.keyType);
  const plainKeys = keys !== undefined && typeOf(keys) === "string" && keys.check === undefined && !hasChecks(keys);
  if (!plainKeys || node.def.mode !== undefined) return refuse(walk, path, refuseRecord);
  const checks = foldNode(walk, node, path, "item");
  return within(walk, node, path, () => {
    const items = readSlot(walk, node.def.valueType, itemsPath(path));
    return { kind: "record", items: items.shape, ...common(walk, node, checks.folds) };
  });
}

function readObject(walk: Walk, node: Unwrapped, path: string): Shape {
  const checks = foldNode(walk, node, path, "item");
  if (checks.rewritten && walk.side === "output") return refuse(walk, path, refuseRewrittenOutput);
  return within(walk, node, path, () => {
    const members = shapeOf(node.def);
    if ("reason" in members) return refuse(walk, path, members);
    const fields: Field[] = [];
    for (const key of Reflect.ownKeys(members.shape)) {
      const keyPath = memberPath(path, key);
      if (typeof key === "symbol" || !isWellFormed(key)) {
        refuse(walk, keyPath, refuseKey);
        continue;
      }
      const slot = readSlot(walk, members.shape[key], keyPath);
      // zod leaves this key out of what it checks and of what it makes, whatever the schema says.
      const ignored = key === "__proto__";
      const { shape, omittable, readDefault } = slot;
      fields.push({ key, shape, required: slot.required && !ignored, omittable, readDefault });
    }
    const unknownKeys = unknownKeysOf(node.def);
    const strict = unknownKeys === "strict" ? ["no other keys"] : [];
    return { kind: "object", fields, unknownKeys, ...common(walk, node, [...strict, ...checks.folds]) };
  });
}

/** Reads what lies inside a container, with the container noted as being around it. */
function within(walk: Walk, node: Unwrapped, path: string, read: () => Shape): Shape {
  if (walk.around.size >= maxDepth) return refuse(walk, path, refuseDeep);
  walk.around.add(node.def);
  try {
    return read();
  } finally {
    walk.around.delete(node.def);
  }
}

function foldNode(walk: Walk, node: Unwrapped, path: string, noun: "character" | "item"): Folded {
  const folded = foldChecks(node.checks, walk.side, noun);
  for (const name of folded.unknown)
    refuse(walk, path, { reason: `the check "${name}" is not supported`, hint: "write .refine(...)" });
  return folded;
}

function common(walk: Walk, node: Unwrapped, folds: readonly string[]): Node {
  const told = [...folds];
  if (walk.side === "input" && node.nullable) told.push("null allowed");
  if (node.presence.readDefault !== undefined) told.push(defaultFold);
  return {
    description: node.description,
    folds: told,
    nullable: node.nullable,
    rewritten: rewrites(node),
    secret: node.secret,
  };
}

function refuse(walk: Walk, path: string, refusal: Refusal): Shape {
  walk.faults.push({ path, ...refusal });
  return refusedShape;
}

function refuseOnce(walk: Walk, path: string, refusal: Refusal): Shape {
  const told = walk.faults.some((fault) => fault.reason === refusal.reason);
  return told ? refusedShape : refuse(walk, path, refusal);
}

function unknownKeysOf(def: Def): ObjectShape["unknownKeys"] {
  const catchall = defOf(def.catchall);
  if (catchall === undefined) return "strip";
  return typeOf(catchall) === "never" ? "strict" : "keep";
}

/** The members of an object. zod 4 resolves the author's getters here, once; one that throws is a fault. */
function shapeOf(def: Def): { readonly shape: Record<PropertyKey, unknown> } | Refusal {
  try {
    const shape = def.shape;
    return isRecord(shape) ? { shape } : refuseForeign;
  } catch (error) {
    const message = isRecord(error) ? textIn(error, "message") : undefined;
    return {
      reason: `the object's keys cannot be read: ${oneLine(message ?? String(error))}`,
      hint: "declare the schemas that its getters use before it",
    };
  }
}

function pipeRefusal(def: Def): Refusal {
  const last = defOf(def.out);
  if (last !== undefined && typeOf(last) === "transform") return refuseTransform;
  const first = defOf(def.in);
  return first !== undefined && typeOf(first) === "transform" ? refusePreprocess : refusePipe;
}

function hasChecks(def: Def): boolean {
  return Array.isArray(def.checks) && def.checks.length > 0;
}
