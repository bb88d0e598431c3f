import { maxDepth } from "./limits.js";
import { isPlainObject, isRecord } from "./plain.js";
import type { JsonValue } from "./types.js";

/**
 * The value that a text says, if it says one of that type and nothing of the text is lost: `"5"`, `"true"`, JSON text.
 * `undefined` for `"05"` and `" 5"`, which say no JSON number; for `"1e400"` and `"9007199254740993"`, which no double
 * holds; and for JSON with such a number or with a key twice.
 */
export function convertText(text: string, to: "number" | "boolean" | "object" | "array"): JsonValue | undefined {
  switch (to) {
    case "boolean":
      return text === "true" ? true : text === "false" ? false : undefined;
    case "number":
      return exactNumber(text);
    case "object":
    case "array": {
      const value = parse(text);
      const fits = to === "array" ? Array.isArray(value) : isPlainObject(value);
      return fits && isExact(text, value) ? value : undefined;
    }
  }
}

function parse(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function exactNumber(text: string): number | undefined {
  if (!/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/u.test(text)) return undefined;
  const value = Number(text);
  return Number.isFinite(value) && decimal(text) === decimal(`${value}`) ? value : undefined;
}

/** A number as sign, digits and exponent, so that two ways to write it compare as one. */
function decimal(text: string): string {
  const [mantissa = "", exponent = "0"] = text.toLowerCase().split("e");
  const sign = mantissa.startsWith("-") ? "-" : "";
  const [whole = "", fraction = ""] = mantissa.replace("-", "").split(".");
  const digits = `${whole}${fraction}`.replace(/^0+/u, "");
  const trimmed = digits.replace(/0+$/u, "");
  if (trimmed === "") return `${sign}0`;
  return `${sign}${trimmed}e${Number(exponent) - fraction.length + digits.length - trimmed.length}`;
}

/** Whether all numbers in a JSON text are exact, and no key overwrote another. */
function isExact(text: string, value: unknown): boolean {
  let keys = 0;
  for (const [token, string, colon] of text.matchAll(/("(?:[^"\\]|\\.)*")(\s*:)?|-?\d[\d.eE+-]*/gu)) {
    if (colon !== undefined) keys++;
    else if (string === undefined && exactNumber(token) === undefined) return false;
  }
  return keys === countKeys(value);
}

/** Not a number for what nests deeper than anything that can be sent. */
function countKeys(value: unknown, depth = 0): number {
  if (!isRecord(value)) return 0;
  if (depth > maxDepth) return Number.NaN;
  const members = Object.values(value);
  const own = Array.isArray(value) ? 0 : members.length;
  return members.reduce<number>((count, member) => count + countKeys(member, depth + 1), own);
}
