import { isRecord } from "./plain.js";
import { type Refusal, refusalOf } from "./refusals.js";
import type { NumberValue } from "./shape.js";
import { type Def, typeOf } from "./structure.js";
import { isWellFormed } from "./text.js";

/** What an enum or a literal comes to: values of one type. */
export type Choice =
  | { readonly kind: "string"; readonly values: readonly string[] }
  | { readonly kind: "number"; readonly values: readonly NumberValue[] }
  | { readonly kind: "boolean"; readonly always: boolean | undefined };

/** Reads `z.enum()`, `z.nativeEnum()` and `z.literal()`. */
export function readValues(def: Def): Choice | Refusal {
  const members = membersOf(def);
  const values = [...new Set(members.map((member) => member.value))];
  if (values.length === 0) return { reason: "no value is acceptable", hint: "list at least one value" };
  if (values.every((value) => typeof value === "string")) return strings(values);
  if (values.every(isNumber)) {
    return { kind: "number", values: values.map((value) => ({ value, name: nameOf(members, value) })) };
  }
  if (values.every((value) => typeof value === "boolean")) {
    return { kind: "boolean", always: values.length === 1 ? values[0] : undefined };
  }
  if (values.includes(null)) return refusalOf("null");
  if (values.includes(undefined)) return refusalOf("undefined");
  if (values.some((value) => typeof value === "bigint")) return refusalOf("bigint");
  return { reason: "the values are not all of one type", hint: "pick one type: strings, numbers or booleans" };
}

/** The values of an enum or a literal, whatever they are. */
export function valuesIn(def: Def): readonly unknown[] {
  return membersOf(def).map((member) => member.value);
}

interface Member {
  /** The author's name for the value, in an enum. */
  readonly name: string | undefined;
  readonly value: unknown;
}

function membersOf(def: Def): readonly Member[] {
  if (typeOf(def) === "enum") return enumMembers(def.entries);
  return Array.isArray(def.values) ? def.values.map((value) => ({ name: undefined, value })) : [];
}

/** A TypeScript enum of numbers also maps each number back to its name; those entries are no members. */
function enumMembers(entries: unknown): readonly Member[] {
  if (!isRecord(entries)) return [];
  const numeric = new Set(Object.values(entries).filter((value) => typeof value === "number"));
  return Object.entries(entries)
    .filter(([name]) => !numeric.has(Number(name)))
    .map(([name, value]) => ({ name, value }));
}

function nameOf(members: readonly Member[], value: number): string | undefined {
  return members.find((member) => member.value === value)?.name;
}

function isNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

function strings(values: readonly string[]): Choice | Refusal {
  if (values.every(isWellFormed)) return { kind: "string", values };
  return { reason: "a value holds half of a surrogate pair, which UTF-8 cannot carry", hint: "correct the value" };
}
