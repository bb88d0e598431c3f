import { fold, longestFold } from "./checks.js";
import type { ObjectShape, Shape } from "./shape.js";
import { oneLine } from "./text.js";

/** How many lines may tell what the values under undeclared keys must be. */
const mostLines = 20;

/**
 * What is told of undeclared keys, whose values the wire cannot describe: `any keys, each value a string`, and lines for
 * the keys of an object among the values. The author's texts are told in full, all else in at most 80 characters a line.
 */
export function ruleOf(keys: string, value: Shape): readonly string[] {
  if (value.kind === "refused") return [keys];
  return [...lines(`${keys}, each value `, "value", value), ...below("value", value)];
}

/** Whether that takes too many lines. */
export function isLongRule(value: Shape): boolean {
  return ruleOf("", value).length > mostLines;
}

function lines(start: string, name: string, shape: Shape): readonly string[] {
  const said = shape.description === "" ? "" : ` - ${oneLine(shape.description)}`;
  const whole = `${start}${wordsOf(shape)}${shape.folds.length === 0 ? "" : ` (${shape.folds.join("; ")})`}`;
  if (whole.length <= longestFold) return [`${whole}${said}`];
  return [`${fold(`${start}${wordsOf(shape)}`)}${said}`, ...shape.folds.map((text) => fold(`${name}: ${text}`))];
}

/** The lines for what lies inside. */
function below(name: string, shape: Shape): readonly string[] {
  switch (shape.kind) {
    case "object": {
      const keys = shape.fields.flatMap((field) => {
        const path = `${name}.${field.key}`;
        return [...lines(`${path}${field.required ? "" : "?"}: `, path, field.shape), ...below(path, field.shape)];
      });
      return shape.rest === undefined ? keys : [...keys, ...item(`${name}.*`, shape.rest)];
    }
    case "array":
    case "record":
      return item(`${name}[]`, shape.items);
    default:
      return [];
  }
}

function item(name: string, shape: Shape): readonly string[] {
  return [...lines(`${name}: `, name, shape), ...below(name, shape)];
}

/** A type in a few words: "a string", "one of a, b", "an array". */
function wordsOf(shape: Shape): string {
  switch (shape.kind) {
    case "string":
      return shape.values === undefined ? "a string" : choice(shape.values);
    case "number":
      return shape.values === undefined ? "a number" : choice(shape.values.map(({ value }) => `${value}`));
    case "boolean":
      return shape.always === undefined ? "true or false" : `always ${shape.always}`;
    case "array":
      return "an array";
    case "record":
      return shape.keys === "" ? "an object" : `an object (keys: ${shape.keys})`;
    case "object":
      return objectWords(shape);
    case "any":
      return "any JSON";
    case "never":
    case "refused":
      return "nothing";
  }
}

function objectWords({ again, unknownKeys, rest }: ObjectShape): string {
  if (again !== undefined) return "an object of the same form";
  if (unknownKeys === "strict") return "an object without other keys";
  return unknownKeys === "keep" && rest === undefined ? "an object, other keys allowed" : "an object";
}

function choice(values: readonly string[]): string {
  return values.length === 1 ? `always ${values[0]}` : `one of ${values.join(", ")}`;
}
