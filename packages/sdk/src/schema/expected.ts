import { formatExpected, numberRange } from "./formats.js";
import type { Issue } from "./issue.js";
import type { NumberShape, Shape, StringShape } from "./shape.js";
import { clip, counted } from "./text.js";

const types: ReadonlyMap<string, string> = new Map([
  ["string", "a string"],
  ["number", "a number"],
  ["int", "a whole number"],
  ["boolean", "true or false"],
  ["array", "an array"],
  ["object", "an object"],
  ["record", "an object"],
  ["nonoptional", "a value"],
  // Dates are only taken where they are made of text.
  ["date", "an ISO 8601 date-time"],
]);

/**
 * What a zod issue asks for, in words: "a string", "a whole number of at least 1". `undefined` for rules whose
 * only wording is the author's own. `shape` is the node at the issue's path, where it is known.
 */
export function expectedOf(issue: Issue, shape: Shape | undefined): string | undefined {
  switch (issue.code) {
    case "invalid_type":
      return ofType(issue, shape);
    case "too_small":
    case "too_big":
      return ofSize(issue, shape);
    case "not_multiple_of":
      return `a multiple of ${String(issue.divisor)}`;
    case "invalid_format":
      return formatExpected(String(issue.format), {
        pattern: issue.pattern === undefined ? patternTold(shape) : clip(String(issue.pattern), 80),
        prefix: quote(issue.prefix),
        suffix: quote(issue.suffix),
        includes: quote(issue.includes),
      });
    case "invalid_value":
      return ofValues(issue.values);
    case "invalid_union":
      return shape?.kind === "string" || shape?.kind === "number" ? ofValues(valuesOf(shape)) : undefined;
    default:
      return undefined;
  }
}

function ofType(issue: Issue, shape: Shape | undefined): string {
  const expected = String(issue.expected);
  const whole = expected === "number" && shape?.kind === "number" && shape.whole;
  const named = whole ? "a whole number" : (types.get(expected) ?? expected);
  return shape?.nullable === true ? `${named} or null` : named;
}

function ofSize(issue: Issue, shape: Shape | undefined): string | undefined {
  const low = issue.code === "too_small";
  const bound = low ? issue.minimum : issue.maximum;
  if (typeof bound !== "number") return undefined;
  const most = low ? "at least" : "at most";
  switch (issue.origin) {
    case "string":
    case "array": {
      const what = issue.origin === "string" ? "a string" : "an array";
      const noun = issue.origin === "string" ? "character" : "item";
      return `${what} of ${issue.exact === true ? "exactly" : most} ${counted(bound, noun)}`;
    }
    case "number":
    case "int": {
      const whole = issue.origin === "int" || (shape?.kind === "number" && shape.whole);
      const inclusive = issue.inclusive === true;
      const range = numberRange(
        low ? { value: bound, inclusive } : undefined,
        low ? undefined : { value: bound, inclusive },
      );
      return `a ${whole ? "whole number" : "number"}${inclusive ? " of" : ""} ${range}`;
    }
    default:
      return undefined;
  }
}

function ofValues(list: unknown): string | undefined {
  if (!Array.isArray(list) || list.length === 0) return undefined;
  const values = list.map((value) => (typeof value === "string" ? JSON.stringify(value) : String(value)));
  return values.length === 1 ? String(values[0]) : clip(`one of ${values.join(", ")}`, 120);
}

function valuesOf(shape: StringShape | NumberShape): readonly (string | number)[] | undefined {
  return shape.kind === "string" ? shape.values : shape.values?.map(({ value }) => value);
}

/** zod 3 does not say which pattern it was. */
function patternTold(shape: Shape | undefined): string | undefined {
  const told = shape?.folds.filter((text) => text.startsWith("matches "));
  return told?.length === 1 ? told[0]?.slice("matches ".length) : undefined;
}

function quote(value: unknown): string | undefined {
  return typeof value === "string" ? clip(JSON.stringify(value), 40) : undefined;
}
