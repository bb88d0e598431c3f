import { intersectShapes } from "./intersect.js";
import { maxNodes } from "./limits.js";
import { presenceOf } from "./presence.js";
import { readIntersection } from "./read-intersection.js";
import { readArray, readTuple } from "./read-list.js";
import { readObject } from "./read-object.js";
import { readRecord } from "./read-record.js";
import { readBoolean, readChoice, readCoercedDate, readNumber, readString, readTemplate } from "./read-scalar.js";
import { kindsOf, readUnion } from "./read-union.js";
import {
  refusalOf,
  refuseDecoded,
  refuseLarge,
  refuseLenient,
  refuseOutputNull,
  refuseOutputNullItem,
  refuseRecursion,
  refuseRootUndefined,
  refuseUnrolled,
} from "./refusals.js";
import { emptyShape, type Presence, type Read, type Shape, type Side, type Slot } from "./shape.js";
import { schemasIn, typeOf } from "./structure.js";
import type { Schema } from "./types.js";
import { isRefusal, type Unwrapped, unwrap } from "./unwrap.js";
import { type Made, made, type Place, type ReadOptions, readCommon, refuse, refuseOnce, type Walk } from "./walk.js";

export type { ReadOptions } from "./walk.js";

/**
 * Reads one side of a zod schema into a finite tree. Never throws: what cannot be described becomes a fault, and a
 * `refused` node in its place. Every node is visited once where it stands. No default, refinement, transform or codec of
 * the author's is run; only the getters of an object's shape and of `z.lazy()` are, once each, since without them the
 * declaration is not known.
 */
export function readSchema(schema: Schema, side: Side, options: ReadOptions = {}): Read {
  const walk: Walk = {
    side,
    options,
    faults: [],
    around: new Map(),
    nodes: 0,
    depth: 0,
    lenient: false,
    decided: false,
    slot: (inner, path, place = "part") => readSlot(walk, inner, path, place),
    node: (unwrapped, path) => readNode(walk, unwrapped, path, "part"),
  };
  const root = readSlot(walk, schema, "", "item");
  if (side === "output" && root.shape.kind !== "refused") {
    if (!root.required) refuse(walk, "", refuseRootUndefined);
    else if (root.shape.nullable) refuse(walk, "", refuseOutputNullItem);
  }
  return { root, faults: walk.faults };
}

const absentless: Presence = { required: true, omittable: false, readDefault: undefined };

function readSlot(walk: Walk, schema: unknown, path: string, place: Place): Slot {
  const unwrapped = unwrap(schema, walk.side);
  if (isRefusal(unwrapped)) return { shape: refuse(walk, path, unwrapped), ...absentless };
  const { shape, required, omittable } = readNode(walk, unwrapped, path, place);
  const presence = presenceOf(unwrapped.layers, { required, omittable }, walk.side);
  // A key without a possible value can be left out of the description, if it may be left out of the value.
  if (shape.kind === "never" && (place !== "field" || presence.required)) {
    return { shape: refuse(walk, path, refusalOf("never")), ...absentless };
  }
  return { shape, required: presence.required, omittable: presence.omittable, readDefault: presence.readDefault };
}

function readNode(walk: Walk, unwrapped: Unwrapped, path: string, place: Place): Made {
  const { def } = unwrapped;
  const type = typeOf(def);
  walk.nodes++;
  if (walk.nodes > maxNodes) return made(refuseOnce(walk, path, refuseLarge));
  if (unwrapped.lenient && (walk.side === "output" || walk.options.strict)) refuse(walk, path, refuseLenient);
  const around = walk.around.get(def);
  if (around !== undefined) {
    const { depth } = walk.options;
    if (depth === undefined) return made(refuse(walk, path, refuseRecursion));
    if (around.times >= depth) return made(cut(walk, unwrapped, path));
  }
  if (walk.side === "output" && unwrapped.said.nullable && walk.options.nulls !== "drop") {
    return made(refuse(walk, path, place === "item" ? refuseOutputNullItem : refuseOutputNull));
  }
  const read = readers.get(type);
  if (read !== undefined) return narrow(walk, unwrapped, path, read(walk, unwrapped, path));
  if (type === "never") return made({ kind: "never", ...plainNode(walk, unwrapped, path) });
  if (place === "open" && (type === "any" || type === "unknown")) {
    // What is anything may also be nothing.
    return { ...made({ kind: "any", ...plainNode(walk, unwrapped, path) }), required: false };
  }
  if (type === "date" && def.coerce === true && walk.side === "input") return readCoercedDate(walk, unwrapped, path);
  return made(refuse(walk, path, unwrapped.said.decoded ? refuseDecoded : refusalOf(type)));
}

const readers: ReadonlyMap<string, (walk: Walk, unwrapped: Unwrapped, path: string) => Made> = new Map([
  ["string", readString],
  ["number", readNumber],
  ["boolean", readBoolean],
  ["template_literal", readTemplate],
  ["enum", readChoice],
  ["literal", readChoice],
  ["array", readArray],
  ["tuple", readTuple],
  ["object", readObject],
  ["record", readRecord],
  ["union", readUnion],
  ["intersection", readIntersection],
]);

/** Adds what the second half of a pipe asks of a value that reaches it as it was sent: `z.string().pipe(z.enum(["a"]))`. */
function narrow(walk: Walk, { said }: Unwrapped, path: string, read: Made): Made {
  if (said.also.length === 0) return read;
  let { shape } = read;
  for (const schema of said.also) {
    const other = unwrap(schema, "input");
    if (isRefusal(other) || other.def.coerce === true || kindsOf([other]).join() !== shape.kind) continue;
    const both = intersectShapes(shape, walk.node(other, path).shape);
    if (isRefusal(both)) return made(refuse(walk, path, both));
    const { description, nullable, folds, lenient } = shape;
    const all = [...new Set([...both.folds, ...(nullable ? folds : [])])];
    shape = { ...both, nullable, lenient, folds: all, description: description || both.description };
  }
  return { ...read, shape };
}

function plainNode(walk: Walk, unwrapped: Unwrapped, path: string) {
  return readCommon(walk, unwrapped, path, "item").node;
}

/** Where a schema that contains itself is no longer written out: an object of which the wire says nothing more. */
function cut(walk: Walk, unwrapped: Unwrapped, path: string): Shape {
  const again = walk.around.get(unwrapped.def)?.again;
  if (again === undefined || !isObject(walk, unwrapped)) return refuse(walk, path, refuseUnrolled);
  return { ...emptyShape, ...plainNode(walk, unwrapped, path), unknownKeys: "keep", again };
}

function isObject(walk: Walk, { def }: Unwrapped): boolean {
  const parts = [...schemasIn(def.options), def.left, def.right].filter((part) => part !== undefined);
  if (parts.length === 0) return typeOf(def) === "object";
  return parts.every((part) => {
    const member = unwrap(part, walk.side);
    return !isRefusal(member) && kindsOf([member]).join() === "object";
  });
}
