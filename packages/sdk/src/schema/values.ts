import { fold } from "./checks.js";
import { isRecord } from "./plain.js";
import { type Refusal, refusalOf } from "./refusals.js";
import { type Def, typeOf } from "./structure.js";
import { isWellFormed } from "./text.js";

/** What an enum or a literal comes to: the wire knows a list of values for strings alone, others are told. */
export type Choice =
  | { readonly kind: "string"; readonly values: readonly string[]; readonly folds: readonly string[] }
  | { readonly kind: "number" | "boolean"; readonly folds: readonly string[] };

/** Reads `z.enum()`, `z.nativeEnum()` and `z.literal()`. */
export function readValues(def: Def): Choice | Refusal {
  const members = typeOf(def) === "enum" ? enumMembers(def.entries) : literalMembers(def.values);
  const values = [...new Set(members.map((member) => member.value))];
  if (values.length === 0) return { reason: "no value is acceptable", hint: "list at least one value" };
  if (values.every((value) => typeof value === "string")) return strings(values);
  if (values.every((value) => typeof value === "number" && Number.isFinite(value))) {
    return { kind: "number", folds: [fold(numbers(members))] };
  }
  if (values.every((value) => typeof value === "boolean")) {
    return { kind: "boolean", folds: values.length === 1 ? [`always ${values[0]}`] : [] };
  }
  if (values.includes(null)) return refusalOf("null");
  if (values.includes(undefined)) return refusalOf("undefined");
  if (values.some((value) => typeof value === "bigint")) return refusalOf("bigint");
  return { reason: "the values are not all of one type", hint: "pick one type: strings, numbers or booleans" };
}

interface Member {
  /** The author's name for the value, in an enum whose values are numbers. */
  readonly name: string | undefined;
  readonly value: unknown;
}

/** A TypeScript enum of numbers also maps each number back to its name; those entries are no members. */
function enumMembers(entries: unknown): readonly Member[] {
  if (!isRecord(entries)) return [];
  const numeric = new Set(Object.values(entries).filter((value) => typeof value === "number"));
  return Object.entries(entries)
    .filter(([name]) => !numeric.has(Number(name)))
    .map(([name, value]) => ({ name, value }));
}

function literalMembers(values: unknown): readonly Member[] {
  return Array.isArray(values) ? values.map((value) => ({ name: undefined, value })) : [];
}

function strings(values: readonly string[]): Choice | Refusal {
  if (values.every(isWellFormed)) return { kind: "string", values, folds: [] };
  return { reason: "a value holds half of a surrogate pair, which UTF-8 cannot carry", hint: "correct the value" };
}

function numbers(members: readonly Member[]): string {
  const texts = members.map(({ name, value }) => (name === undefined ? `${value}` : `${value} (${name})`));
  return texts.length === 1 ? `always ${texts[0]}` : `one of ${texts.join(", ")}`;
}
