import type { Fault } from "../schema/fault.js";
import { suggest } from "../schema/suggest.js";

/** What was read from an author's words, and what was wrong with them. With faults the value is the cautious one. */
export interface Derived<T> {
  readonly value: T;
  readonly faults: readonly Fault[];
}

/** A fault of a step itself, not of a place in a schema. */
export function stepFault(reason: string, hint: string): Fault {
  return { path: "", reason, hint };
}

/** The fields of a plain options object; `undefined` for anything else. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  return value as Record<string, unknown>;
}

/** A value from an author's code in a message: short, on one line. */
export function show(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.length > 80 ? `${value.slice(0, 80)}…` : value);
  if (value === undefined || value === null) return String(value);
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

/** A text from an author's code; "" for what is none. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** The hint for a word that is probably a slip of a known one. */
export function didYouMean(word: string, known: readonly string[]): string | undefined {
  const found = suggest(word, known);
  return found === undefined ? undefined : `did you mean ${show(found)}?`;
}
