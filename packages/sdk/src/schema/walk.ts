import { fallbackFold, foldChecks, nullFold, preparedFold } from "./checks.js";
import type { Fault } from "./fault.js";
import { maxDepth } from "./limits.js";
import { type Refusal, refuseCheck, refuseDeep, refuseRewrittenOutput } from "./refusals.js";
import { type Again, type Node, refusedShape, type Shape, type Side, type Slot } from "./shape.js";
import { type Def, typeOf } from "./structure.js";
import { checksWith, type Unwrapped } from "./unwrap.js";

/** What an operation says about how one of its schemas is read. */
export interface ReadOptions {
  /** How often a schema that contains itself is written out. `undefined`: it is refused. */
  readonly depth?: number | undefined;
  /** Output: `"drop"` leaves keys out whose value is null, instead of refusing the schema. */
  readonly nulls?: "drop" | undefined;
  /** Input: whether `lenient()` is refused, as it always is on the output side. */
  readonly strict?: boolean;
}

/** One walk over a schema. The readers of the various kinds of nodes call each other through it. */
export interface Walk {
  readonly side: Side;
  readonly options: ReadOptions;
  readonly faults: Fault[];
  /** The containers around the current node. By definition, since `.describe()` copies a schema but not its definition. */
  readonly around: Map<Def, Around>;
  nodes: number;
  /** How many objects and lists are around the current node. */
  depth: number;
  /** Whether `lenient()` is said around the current node. */
  lenient: boolean;
  /** Whether the author's code decides what is refused around the current node: `z.preprocess()`, `.catch()`. */
  decided: boolean;
  /** Reads a schema where it stands. */
  readonly slot: (schema: unknown, path: string, place?: Place) => Slot;
  /** Reads a schema whose wrappers are off. */
  readonly node: (unwrapped: Unwrapped, path: string) => Made;
}

/**
 * Where a schema stands: under a declared key, which may be left out altogether; under an undeclared key, which the wire
 * does not describe; in a list or at the root, where there is no key; or as a part of another schema in its place.
 */
export type Place = "field" | "open" | "item" | "part";

/** A container that the walk is in. */
export interface Around {
  readonly times: number;
  /** What it becomes, for the place where it is no longer written out. */
  readonly again: Again;
}

/** A node, and what it makes of absence. */
export interface Made {
  readonly shape: Shape;
  readonly required: boolean;
  readonly omittable: boolean;
}

/** A node whose absence is refused on the input side, and which always has a value on the output side. */
export function made(shape: Shape): Made {
  return { shape, required: true, omittable: false };
}

/** Notes a fault. */
export function refuse(walk: Walk, path: string, refusal: Refusal): Shape {
  walk.faults.push({ path, reason: refusal.reason, hint: refusal.hint });
  return refusedShape;
}

/** Notes a fault that would otherwise be noted for every node that follows. */
export function refuseOnce(walk: Walk, path: string, refusal: Refusal): Shape {
  const told = walk.faults.some((fault) => fault.reason === refusal.reason);
  return told ? refusedShape : refuse(walk, path, refusal);
}

/** What a node's checks and wrappers come to. */
export interface Checked {
  readonly node: Node;
  /** Whether a number must be whole. */
  readonly whole: boolean;
  /** Whether a check may replace the value. */
  readonly overwritten: boolean;
}

/** Reads what a node of any kind has in common with all others. */
export function readCommon(walk: Walk, unwrapped: Unwrapped, path: string, noun: "character" | "item"): Checked {
  const folded = foldChecks(checksWith(unwrapped, walk.side), walk.side, noun);
  for (const name of folded.unknown) refuse(walk, path, refuseCheck(name));
  const { description, secret, def } = unwrapped;
  const { nullable, defaulted, changed, prepared, replaced } = unwrapped.said;
  const coerces = def.coerce === true;
  const told: string[] = [];
  if (walk.side === "input") {
    if (nullable) told.push(nullFold);
    if (prepared) told.push(preparedFold);
    if (replaced) told.push(fallbackFold);
  }
  const node: Node = {
    description,
    folds: told.length === 0 ? folded.folds : [...folded.folds, ...told],
    nullable,
    defaulted,
    rewritten: changed || coerces || def.normalize === true || folded.rewritten,
    secret,
    // What the author's own code converts must reach it as it was sent.
    lenient: (walk.lenient || unwrapped.lenient) && !prepared && !coerces,
  };
  return { node, whole: folded.whole, overwritten: folded.rewritten };
}

/** Reads what lies inside a container, with the container noted as being around it. */
export function within<T extends Shape>(
  walk: Walk,
  { def, lenient, said }: Unwrapped,
  path: string,
  read: () => T | Shape,
): T | Shape {
  // Unions and intersections add no level of JSON.
  const levels = typeOf(def) === "union" || typeOf(def) === "intersection" ? 0 : 1;
  if (walk.depth + levels > maxDepth) return refuse(walk, path, refuseDeep);
  const before = walk.around.get(def);
  const entered: Around = { times: (before?.times ?? 0) + 1, again: before?.again ?? { shape: undefined } };
  const outer = { lenient: walk.lenient, decided: walk.decided };
  walk.depth += levels;
  walk.around.set(def, entered);
  walk.lenient = (outer.lenient || lenient) && !said.prepared;
  walk.decided ||= said.prepared || said.replaced;
  try {
    const shape = read();
    // Only the outermost one has every level below it written out.
    if (before === undefined && shape.kind === "object") entered.again.shape = shape;
    return shape;
  } finally {
    walk.depth -= levels;
    walk.lenient = outer.lenient;
    walk.decided = outer.decided;
    if (before === undefined) walk.around.delete(def);
    else walk.around.set(def, before);
  }
}

/** The shape, unless a check may have made something else of a result than the shape says. */
export function unlessOverwritten<T extends Shape>(
  walk: Walk,
  path: string,
  overwritten: boolean,
  shape: T,
): T | Shape {
  return overwritten && walk.side === "output" ? refuse(walk, path, refuseRewrittenOutput) : shape;
}
