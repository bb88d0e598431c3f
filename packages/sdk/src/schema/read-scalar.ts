import { fold } from "./checks.js";
import { memberOf } from "./plain.js";
import type { BooleanShape, NumberShape, Shape, StringShape } from "./shape.js";
import { internalsOf } from "./structure.js";
import { isRefusal, type Unwrapped } from "./unwrap.js";
import { readValues } from "./values.js";
import { type Made, made, readCommon, refuse, unlessOverwritten, type Walk } from "./walk.js";

/** Reads `z.string()` and its formats. */
export function readString(walk: Walk, unwrapped: Unwrapped, path: string): Made {
  const { node } = readCommon(walk, unwrapped, path, "character");
  const told = switchFold(walk, unwrapped);
  const plain: StringShape = { kind: "string", values: undefined, ...node };
  const shape: StringShape = told === undefined ? plain : { ...plain, folds: [...node.folds, told] };
  // A coerced text is made of anything, also of nothing.
  return unwrapped.def.coerce === true ? coerced(walk, shape) : made(shape);
}

/** Reads `z.number()` and its formats. */
export function readNumber(walk: Walk, unwrapped: Unwrapped, path: string): Made {
  const { node, whole } = readCommon(walk, unwrapped, path, "item");
  const shape: NumberShape = { kind: "number", whole, values: undefined, ...node };
  return made(shape);
}

/** Reads `z.boolean()`. */
export function readBoolean(walk: Walk, unwrapped: Unwrapped, path: string): Made {
  const { node } = readCommon(walk, unwrapped, path, "item");
  const shape: BooleanShape = { kind: "boolean", always: undefined, ...node };
  return unwrapped.def.coerce === true ? coerced(walk, shape) : made(shape);
}

/** Reads `z.coerce.date()` where it takes text; on the output side it makes a Date, which JSON cannot carry. */
export function readCoercedDate(walk: Walk, unwrapped: Unwrapped, path: string): Made {
  const { node } = readCommon(walk, unwrapped, path, "character");
  return made({ ...node, kind: "string", values: undefined, folds: ["ISO 8601 date-time", ...node.folds] });
}

/** Reads `z.templateLiteral()` by the pattern that zod made of its parts. */
export function readTemplate(walk: Walk, unwrapped: Unwrapped, path: string): Made {
  const { node } = readCommon(walk, unwrapped, path, "character");
  const pattern = memberOf(internalsOf(unwrapped.schema), "pattern");
  const folds = [fold(`matches ${String(pattern)}`), ...node.folds];
  return made({ ...node, kind: "string", values: undefined, folds });
}

/** Reads enums and literals. */
export function readChoice(walk: Walk, unwrapped: Unwrapped, path: string): Made {
  const choice = readValues(unwrapped.def);
  if (isRefusal(choice)) return made(refuse(walk, path, choice));
  const { node, overwritten } = readCommon(walk, unwrapped, path, "character");
  const shape: Shape = choice.kind === "number" ? { whole: false, ...choice, ...node } : { ...choice, ...node };
  return made(unlessOverwritten(walk, path, overwritten, shape));
}

// Some releases of zod make a text or a boolean of an absent key, others miss it.
function coerced(walk: Walk, shape: Shape): Made {
  return { shape, required: walk.side === "output", omittable: false };
}

/** What `z.stringbool()` takes. The words are known from zod 4.6 on; before, they are in the code that compares them. */
function switchFold(walk: Walk, { said: { stringbool } }: Unwrapped): string | undefined {
  if (walk.side !== "input" || stringbool === undefined) return undefined;
  const bag = memberOf(internalsOf(stringbool), "bag");
  const words = [memberOf(bag, "truthy"), memberOf(bag, "falsy")].flatMap((list) => (Array.isArray(list) ? list : []));
  const sensitive = memberOf(bag, "case") === "sensitive" ? ", case matters" : "";
  return fold(words.length === 0 ? "a word for true or false" : `one of ${words.join(", ")}${sensitive}`);
}
