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
   * What the author's checks ask for beyond the node's type, in fixed wordings of at most 80 characters. What follows
   * from the shape itself is not repeated here: see `foldsOf`.
   */
  readonly folds: readonly string[];
  /** Whether `null` is a declared value. */
  readonly nullable: boolean;
  /** Input: whether a default stands in for an absent value. Told, but no constraint. */
  readonly defaulted: boolean;
  /** Whether zod may hand on another value than it was given: coercion, transforms, `.trim()`, `.catch()`. */
  readonly rewritten: boolean;
  /** Whether the node, or a wrapper around it, carries the mark of `secret()`. */
  readonly secret: boolean;
  /** Whether `lenient()` is said here or around it, so that what was sent as text may be converted. */
  readonly lenient: boolean;
}

export interface StringShape extends Node {
  readonly kind: "string";
  /** The allowed values, in the declared order; `undefined` when any string will do. Never empty. */
  readonly values: readonly string[] | undefined;
}

/** A value and the author's name for it, in an enum whose values are numbers. */
export interface NumberValue {
  readonly value: number;
  readonly name: string | undefined;
}

export interface NumberShape extends Node {
  readonly kind: "number";
  /** Whether only whole numbers are accepted. */
  readonly whole: boolean;
  /** The allowed values; `undefined` when any number will do. Never empty. */
  readonly values: readonly NumberValue[] | undefined;
}

export interface BooleanShape extends Node {
  readonly kind: "boolean";
  /** The one allowed value; `undefined` when either will do. */
  readonly always: boolean | undefined;
}

export interface ArrayShape extends Node {
  readonly kind: "array";
  readonly items: Shape;
}

/** A map from strings to one type. The wire's schema says no more than that it is an object; the rest is told. */
export interface RecordShape extends Node {
  readonly kind: "record";
  /** What the keys must be, beyond strings: `matches /^x-/`. "" for any. */
  readonly keys: string;
  readonly items: Shape;
}

export interface ObjectShape extends Node {
  readonly kind: "object";
  /** In the declared order, refused ones included. */
  readonly fields: readonly Field[];
  /** What zod does with undeclared keys: drops them, refuses them, or keeps them (`z.looseObject`, `.catchall()`). */
  readonly unknownKeys: "strip" | "strict" | "keep";
  /** What the value of an undeclared key must be, where such keys are kept. `undefined` for anything. */
  readonly rest: Shape | undefined;
  /** Of a union: the forms of which this is what they come to. `undefined` for an object of one form. */
  readonly forms: readonly Form[] | undefined;
  /** Of a schema that contains itself, where it is no longer written out: the object that it repeats. */
  readonly again: Again | undefined;
}

/** One of several forms of an object. */
export interface Form {
  /** How texts name it: `op=add`, `form 1`. */
  readonly label: string;
  /** Which values of which key tell that this form is meant. `undefined` when no key tells. */
  readonly when: { readonly key: string; readonly values: readonly (string | number | boolean)[] } | undefined;
  readonly shape: ObjectShape;
}

/** A reference to an object that is known once it has been read. */
export interface Again {
  shape: ObjectShape | undefined;
}

/** Anything. Only as a value under keys that are not declared: elsewhere the wire wants a type. */
export interface AnyShape extends Node {
  readonly kind: "any";
}

/** A key that must not be there: `z.never().optional()`. The wire leaves it out. */
export interface NeverShape extends Node {
  readonly kind: "never";
}

/** A node that cannot be described. There is a fault for it. */
export interface RefusedShape extends Node {
  readonly kind: "refused";
}

const plain: Node = {
  description: "",
  folds: [],
  nullable: false,
  defaulted: false,
  rewritten: false,
  secret: false,
  lenient: false,
};

/** What stands where a schema could not be described. */
export const refusedShape: RefusedShape = { kind: "refused", ...plain };

/** An object without declared keys, which drops whatever it is sent. */
export const emptyShape: ObjectShape = {
  kind: "object",
  fields: [],
  unknownKeys: "strip",
  rest: undefined,
  forms: undefined,
  again: undefined,
  ...plain,
};

/**
 * A zod schema as the SDK understands it, for one side: a finite tree. Only `again` leads back up, and is no part of
 * what is described.
 */
export type Shape =
  | StringShape
  | NumberShape
  | BooleanShape
  | ArrayShape
  | RecordShape
  | ObjectShape
  | AnyShape
  | NeverShape
  | RefusedShape;

/** What may stand where a value is absent. */
export interface Presence {
  /**
   * Input: whether structure alone proves that zod refuses an absent value. Output: whether structure alone proves that
   * a value is there. The converse is not promised.
   */
  readonly required: boolean;
  /** Input: whether absence was declared possible, by `.optional()` or by a default. Always false on the output side. */
  readonly omittable: boolean;
  /**
   * Input: reads the value used for an absent one. It may run the author's code and may throw, so lowering never calls
   * it. `undefined` when there is no default, or when it is no value of the input's type.
   */
  readonly readDefault: (() => unknown) | undefined;
}

/** A schema where it stands: what the wrappers around it (`.optional()`, `.default()`, …) make of absence. */
export interface Slot extends Presence {
  readonly shape: Shape;
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

/** The object that a shape stands for: where it is no longer written out, the one that it repeats. */
export function writtenOut(shape: ObjectShape): ObjectShape {
  return shape.again?.shape ?? shape;
}
