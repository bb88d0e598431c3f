import { defaultFold, fold } from "./checks.js";
import type { BooleanShape, NumberShape, NumberValue, ObjectShape, Shape } from "./shape.js";
import { wellFormed } from "./text.js";
import { ruleOf } from "./words.js";

/** The description of a node: the author's text, then in parentheses what the wire cannot express. */
export function describeShape(shape: Shape, tell: boolean): string {
  return joinDescription(shape.description, tell ? foldsOf(shape) : []);
}

/** The author's text, then wordings in parentheses. */
export function joinDescription(text: string, folds: readonly string[]): string {
  const told = folds.join("; ");
  if (told === "" || text === "") return wellFormed(text || told);
  return wellFormed(`${text} (${told})`);
}

/**
 * What the wire's schema cannot express of a node: what follows from its shape, then its checks. Fixed wordings of at
 * most 80 characters each, but for the author's own text in what is told of undeclared keys.
 */
export function foldsOf(shape: Shape): readonly string[] {
  const rules = rulesOf(shape);
  if (rules.length === 0 && !shape.defaulted) return shape.folds;
  return [...rules, ...shape.folds, ...(shape.defaulted ? [defaultFold] : [])];
}

/** Whether the wire's schema says all there is to say. A default is no constraint. */
export function isExact(shape: Shape): boolean {
  return shape.folds.length === 0 && rulesOf(shape).length === 0;
}

function rulesOf(shape: Shape): readonly string[] {
  switch (shape.kind) {
    case "number":
    case "boolean":
      return valueRule(shape);
    case "record":
      return ruleOf(shape.keys === "" ? "any keys" : `keys: ${shape.keys}`, shape.items);
    case "object":
      return objectRules(shape);
    case "never":
      return ["must be left out"];
    default:
      return [];
  }
}

function objectRules(shape: ObjectShape): readonly string[] {
  if (shape.again !== undefined) return ["nested further in the same form"];
  const forbidden = shape.fields.filter((field) => field.shape.kind === "never").map((field) => field.key);
  const without = forbidden.length === 0 ? [] : [fold(`without ${forbidden.join(", ")}`)];
  if (shape.unknownKeys === "strict") return ["no other keys", ...without];
  if (shape.unknownKeys === "strip") return without;
  const others = shape.rest === undefined ? ["other keys allowed"] : ruleOf("other keys allowed", shape.rest);
  return [...others, ...without];
}

/** The allowed values of a type for which the wire has no list of them. */
function valueRule(shape: NumberShape | BooleanShape): readonly string[] {
  if (shape.kind === "boolean") return shape.always === undefined ? [] : [`always ${shape.always}`];
  return shape.values === undefined ? [] : [fold(numbersRule(shape.values))];
}

function numbersRule(values: readonly NumberValue[]): string {
  const texts = values.map(({ name, value }) => (name === undefined ? `${value}` : `${value} (${name})`));
  if (texts.length === 1) return `always ${texts[0]}`;
  const named = values.some(({ name }) => name !== undefined);
  return texts.length === 2 && !named ? texts.join(" or ") : `one of ${texts.join(", ")}`;
}
