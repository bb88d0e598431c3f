import { type Bound, formatFold, lengthRange, numberRange } from "./formats.js";
import { isDate } from "./plain.js";
import type { Side } from "./shape.js";
import type { Def } from "./structure.js";
import { clip, oneLine } from "./text.js";

/** What the checks of one schema come to. */
export interface Folded {
  readonly folds: readonly string[];
  /** Whether a number must be whole. */
  readonly whole: boolean;
  /** Whether a check may replace the value: `.trim()`, `.toLowerCase()`, `.overwrite()`. */
  readonly rewritten: boolean;
  /** Names of checks that this SDK does not know. Unlike a known one, such a check might do anything. */
  readonly unknown: readonly string[];
}

/** What is told for rules that only the author's code knows: `.refine()`, `.superRefine()`, `.check()`. */
export const customFold = "further rules apply";

/** What is told for `.default()` and `.prefault()`, whose value is only known by running the author's code. */
export const defaultFold = "has a default";

/** What is told for `.nullable()`, on the input side: the wire has no null. */
export const nullFold = "null allowed";

/** What is told for `z.preprocess()`: what it takes beyond the type is known to the author's code alone. */
export const preparedFold = "converted before it is checked";

/** What is told for `.catch()`. */
export const fallbackFold = "a fallback replaces what does not fit";

/** How many characters a wording may take. */
export const longestFold = 80;

/** Collected bounds; each check tightens them. */
interface Bounds {
  whole: boolean;
  bits: boolean;
  min: Bound | undefined;
  max: Bound | undefined;
  multiples: number[];
  minLength: number | undefined;
  maxLength: number | undefined;
  /** Formats, and the bounds of a date. */
  formats: string[];
  custom: boolean;
}

/**
 * Turns checks into texts for the description. On the output side a check that stands before a rewriting one tells
 * nothing about what comes out, so it is left out there.
 */
export function foldChecks(checks: readonly Def[], side: Side, noun: "character" | "item"): Folded {
  if (checks.length === 0) return nothing;
  let bounds = noBounds();
  let rewritten = false;
  const unknown: string[] = [];
  for (const check of checks) {
    if (check.check === "overwrite") {
      rewritten = true;
      if (side === "output") bounds = noBounds();
    } else if (!tighten(bounds, check)) {
      unknown.push(String(check.check));
    }
  }
  return { folds: tell(bounds, noun), whole: bounds.whole, rewritten, unknown };
}

const nothing: Folded = { folds: [], whole: false, rewritten: false, unknown: [] };

/** Cuts a text to what a fold may take. */
export function fold(text: string): string {
  return clip(oneLine(text), longestFold);
}

function noBounds(): Bounds {
  return {
    whole: false,
    bits: false,
    min: undefined,
    max: undefined,
    multiples: [],
    minLength: undefined,
    maxLength: undefined,
    formats: [],
    custom: false,
  };
}

/** Whether the check is known. */
function tighten(bounds: Bounds, check: Def): boolean {
  switch (check.check) {
    case "greater_than":
      bounds.min = higher(bounds.min, boundOf(check));
      if (isDate(check.value)) bounds.formats.push(dateBound("not before", check.value));
      return true;
    case "less_than":
      bounds.max = lower(bounds.max, boundOf(check));
      if (isDate(check.value)) bounds.formats.push(dateBound("not after", check.value));
      return true;
    case "multiple_of":
      if (typeof check.value === "number") bounds.multiples.push(check.value);
      return true;
    case "number_format":
      numberFormat(bounds, check.format);
      return true;
    case "min_length":
      bounds.minLength = Math.max(bounds.minLength ?? 0, numberOf(check.minimum) ?? 0);
      return true;
    case "max_length":
      bounds.maxLength = least(bounds.maxLength, numberOf(check.maximum));
      return true;
    case "length_equals":
      bounds.minLength = Math.max(bounds.minLength ?? 0, numberOf(check.length) ?? 0);
      bounds.maxLength = least(bounds.maxLength, numberOf(check.length));
      return true;
    case "string_format":
      bounds.formats.push(stringFormat(check));
      return true;
    case "custom":
    case "property":
    case "properties":
      bounds.custom = true;
      return true;
    case "describe":
    case "meta":
      return true;
    default:
      return false;
  }
}

function tell(bounds: Bounds, noun: string): readonly string[] {
  const numeric = [
    bounds.whole ? "whole number" : undefined,
    bounds.bits ? "32 bit" : undefined,
    numberRange(bounds.min, bounds.max),
    ...bounds.multiples.map((multiple) => `multiple of ${multiple}`),
  ].filter((part) => part !== undefined);
  const folds = [
    numeric.length === 0 ? undefined : numeric.join(", "),
    lengthRange(bounds.minLength, bounds.maxLength, noun),
    ...bounds.formats,
    bounds.custom ? customFold : undefined,
  ].filter((text) => text !== undefined);
  return folds.map(fold);
}

function numberFormat(bounds: Bounds, format: unknown): void {
  if (typeof format !== "string") return;
  if (format.includes("int")) bounds.whole = true;
  if (format === "int32" || format === "float32") bounds.bits = true;
  if (format === "uint32") {
    bounds.min = higher(bounds.min, { value: 0, inclusive: true });
    bounds.max = lower(bounds.max, { value: 4294967295, inclusive: true });
  }
}

function stringFormat(check: Def): string {
  const { format, pattern, protocol, hostname, version, precision, alg, position } = check;
  const parts = [
    formatFold(String(format), {
      pattern: pattern === undefined ? undefined : String(pattern),
      prefix: textOf(check.prefix),
      suffix: textOf(check.suffix),
      includes: textOf(check.includes),
    }),
  ];
  if (protocol !== undefined) parts.push(`its protocol matches ${String(protocol)}`);
  if (hostname !== undefined) parts.push(`its host matches ${String(hostname)}`);
  if (format === "uuid" && typeof version === "string") parts.push(`version ${version.replace("v", "")}`);
  if (typeof precision === "number") parts.push(lengthRange(precision, precision, "decimal") ?? "");
  if (typeof alg === "string") parts.push(alg);
  if (typeof position === "number") parts.push(`from position ${position} on`);
  return parts.join(", ");
}

function dateBound(words: string, date: Date): string {
  return `${words} ${Number.isNaN(date.getTime()) ? "an invalid date" : date.toISOString()}`;
}

// A bound at the end of the safe integers says no more than that a number is exact, which is asked of all.
function boundOf(check: Def): Bound | undefined {
  const value = numberOf(check.value);
  if (value === undefined || Math.abs(value) === Number.MAX_SAFE_INTEGER) return undefined;
  return { value, inclusive: check.inclusive === true };
}

function higher(left: Bound | undefined, right: Bound | undefined): Bound | undefined {
  if (left === undefined || right === undefined) return left ?? right;
  if (left.value === right.value) return left.inclusive ? right : left;
  return left.value > right.value ? left : right;
}

function lower(left: Bound | undefined, right: Bound | undefined): Bound | undefined {
  if (left === undefined || right === undefined) return left ?? right;
  if (left.value === right.value) return left.inclusive ? right : left;
  return left.value < right.value ? left : right;
}

function least(left: number | undefined, right: number | undefined): number | undefined {
  if (left === undefined || right === undefined) return left ?? right;
  return Math.min(left, right);
}

function numberOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
