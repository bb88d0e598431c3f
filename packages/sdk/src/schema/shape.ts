import type { Fault } from "./fault.js";

/**
 * Which side of a schema is read: what is sent to it (arguments, configuration), or what comes out of it (results).
 */
export type Side = "input" | "output";

/** What is known about a node of any kind. */
export interface Node {
  /** The author's text, "" when there is none. The outermost one wins. */
  readonly description: string;
  /**
   * What the wire's schema cannot express, in fixed wordings of at most 80 characters. None: the node is exact, else it
   * is wider on the wire than in zod.
   */
  readonly folds: readonly string[];
  /** Whether `null` is a declared value. */
  readonly nullable: boolean;
  /** Whether zod may hand on another value than it was given: coercion, `.trim()`, `.overwrite()`. */
  readonly rewritten: boolean;
  /** Whether the node, or a wrapper around it, carries the mark of `secret()`. */
  readonly secret: boolean;
}

export interface StringShape extends Node {
  readonly kind: "string";
  /** The allowed values, in the declared order; `undefined` when any string will do. Never empty. */
  readonly values: readonly string[] | undefined;
}

export interface NumberShape extends Node {
  readonly kind: "number";
  /** Whether only whole numbers are accepted. */
  readonly whole: boolean;
}

export interface BooleanShape extends Node {
  readonly kind: "boolean";
}

export interface ArrayShape extends Node {
  readonly kind: "array";
  readonly items: Shape;
}

/** A map from any string to one type: for configuration only, the wire's schema cannot say it. */
export interface RecordShape extends Node {
  readonly kind: "record";
  readonly items: Shape;
}

export interface ObjectShape extends Node {
  readonly kind: "object";
  /** In the declared order, refused ones included. */
  readonly fields: readonly Field[];
  /** What zod does with undeclared keys: drops them, refuses them, or keeps them (`z.looseObject`, `.catchall()`). */
  readonly unknownKeys: "strip" | "strict" | "keep";
}

/** A node that cannot be described. There is a fault for it. */
export interface RefusedShape extends Node {
  readonly kind: "refused";
}

/** What stands where a schema could not be described. */
export const refusedShape: RefusedShape = {
  kind: "refused",
  description: "",
  folds: [],
  nullable: false,
  rewritten: false,
  secret: false,
};

/** A zod schema as the SDK understands it, for one side: a finite tree without references. */
export type Shape = StringShape | NumberShape | BooleanShape | ArrayShape | RecordShape | ObjectShape | RefusedShape;

/** A schema where it stands: what the wrappers around it (`.optional()`, `.default()`, …) make of absence. */
export interface Slot {
  readonly shape: Shape;
  /**
   * Input: whether structure alone proves that zod refuses an absent value. Output: whether structure alone proves that
   * a value is there. The converse is not promised.
   */
  readonly required: boolean;
  /** Input: whether absence was declared possible, by `.optional()` or by a default. Always false on the output side. */
  readonly omittable: boolean;
  /**
   * Input: reads the value used for an absent one. It may run the author's code and may throw, so lowering never calls
   * it. `undefined` when there is no default.
   */
  readonly readDefault: (() => unknown) | undefined;
}

/** A declared key of an object. */
export interface Field extends Slot {
  readonly key: string;
}

/** A schema as read, and all that is wrong with it. */
export interface Read {
  readonly root: Slot;
  readonly faults: readonly Fault[];
}

/** The declared field of that name, by own key only. */
export function fieldOf(shape: ObjectShape, key: string): Field | undefined {
  return shape.fields.find((field) => field.key === key);
}
