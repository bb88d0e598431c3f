import { fold, longestFold } from "./checks.js";
import type { Labelled } from "./merge.js";
import { type Form, fieldOf, type ObjectShape, type Shape } from "./shape.js";

export interface FormOptions {
  /** The key that tells the forms apart, where the author names one. */
  readonly discriminator?: string | undefined;
  /** Whether exactly one form must fit. */
  readonly exclusive?: boolean;
}

/** The forms of a union, named by what tells them apart, and the lines that tell which keys go with which. */
export interface Forms {
  readonly forms: readonly Form[];
  readonly lines: readonly string[];
}

/**
 * Names the forms of a union of objects. A key that has listed values in every form, none of them in two, tells them
 * apart (`op=add`), whether or not the author says so; without one they are counted (`form 1`).
 */
export function formsOf(all: readonly Labelled<ObjectShape>[], { discriminator, exclusive }: FormOptions): Forms {
  const flat = all.flatMap(({ label, shape }) => flatten(label, shape));
  const key = [discriminator, ...keysOf(flat)].find((name) => name !== undefined && tellsApart(name, flat));
  const forms = flat.map((form): Form => {
    if (key === undefined) return { ...form, when: undefined };
    const values = listed(form.shape, key);
    return { label: `${key}=${values.join("|")}`, when: { key, values }, shape: form.shape };
  });
  const numbered = isNumbered(forms);
  // What is no union of the author's, such as the items of a tuple, keeps its labels.
  const named = numbered ? forms.map((form, index) => ({ ...form, label: `form ${index + 1}` })) : forms;
  const told = named.map((form) => ({ form, parts: partsOf(form, named) }));
  if (key !== undefined) return { forms: named, lines: withKey(told) };
  const header = exclusive === true ? "exactly one form" : "at least one form";
  if (!numbered) return { forms: named, lines: told.flatMap(({ form, parts }) => pack(`${form.label}: `, parts, "")) };
  const lines = told.flatMap(({ form, parts }) => {
    const none = told.some((other) => other.parts.length > 0) ? [`${form.label}: none of these`] : [];
    return parts.length === 0 ? none : pack(`${form.label}: `, parts, "");
  });
  return { forms: named, lines: [header, ...lines] };
}

/** The forms of a union inside a union stand beside the others, unless something is said of it as a whole. */
function flatten(label: string, shape: ObjectShape): readonly Labelled<ObjectShape>[] {
  const whole = shape.description !== "" || shape.nullable || shape.defaulted;
  if (shape.forms === undefined || whole) return [{ label, shape }];
  return shape.forms.map((form) => ({ label, shape: form.shape }));
}

function isNumbered(forms: readonly Form[]): boolean {
  return forms.every(({ label }) => label.startsWith("form "));
}

function keysOf(forms: readonly Labelled<ObjectShape>[]): readonly string[] {
  return forms[0]?.shape.fields.map((field) => field.key) ?? [];
}

function tellsApart(key: string, forms: readonly Labelled<ObjectShape>[]): boolean {
  const seen = new Set<unknown>();
  return forms.every(({ shape }) => {
    const values = listed(shape, key);
    const fresh = values.length > 0 && values.every((value) => !seen.has(value));
    for (const value of values) seen.add(value);
    return fresh;
  });
}

/** The values that a required key may have; none when they are not listed. */
function listed(shape: ObjectShape, key: string): readonly (string | number | boolean)[] {
  const field = fieldOf(shape, key);
  return field?.required === true && !field.shape.nullable ? valuesOf(field.shape) : [];
}

function valuesOf(shape: Shape): readonly (string | number | boolean)[] {
  switch (shape.kind) {
    case "string":
      return shape.values ?? [];
    case "number":
      return shape.values?.map(({ value }) => value) ?? [];
    case "boolean":
      return shape.always === undefined ? [] : [shape.always];
    default:
      return [];
  }
}

/** The keys of a form which not all forms have in the same way: `a`, or `a?` where it may be left out. */
function partsOf({ shape }: Form, forms: readonly Form[]): readonly string[] {
  return shape.fields
    .filter(({ key }) => new Set(forms.map((form) => state(form.shape, key))).size > 1)
    .filter((field) => field.shape.kind !== "never")
    .map(({ key, required }) => (required ? key : `${key}?`));
}

function state(shape: ObjectShape, key: string): string {
  const field = fieldOf(shape, key);
  if (field === undefined || field.shape.kind === "never") return "absent";
  return field.required ? "required" : "optional";
}

/** `x with k=a, y with k=b`, on one line if it fits. */
function withKey(told: readonly { readonly form: Form; readonly parts: readonly string[] }[]): readonly string[] {
  const more = told.filter(({ parts }) => parts.length > 0);
  const whole = more.map(({ form, parts }) => `${parts.join(", ")} with ${form.label}`).join(", ");
  if (whole === "") return [];
  if (whole.length <= longestFold) return [whole];
  return more.flatMap(({ form, parts }) => pack("", parts, ` with ${form.label}`));
}

/** Puts a list on as many lines as it needs. */
function pack(start: string, parts: readonly string[], end: string): readonly string[] {
  const lines: string[] = [];
  let current: string[] = [];
  for (const part of parts) {
    const next = [...current, part];
    if (current.length > 0 && `${start}${next.join(", ")}${end}`.length > longestFold) {
      lines.push(fold(`${start}${current.join(", ")}${end}`));
      current = [part];
    } else {
      current = next;
    }
  }
  if (current.length > 0) lines.push(fold(`${start}${current.join(", ")}${end}`));
  return lines;
}
