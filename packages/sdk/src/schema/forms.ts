import { fold, longestFold } from "./checks.js";
import type { Labelled } from "./merge.js";
import { type Form, fieldOf, type ObjectShape, type Shape } from "./shape.js";

export interface FormOptions {
  /**
   * `"union"`: the forms of a union, which are named here. `"parts"`: what a key is in each form of the union around it, or
   * what the items of a tuple are; these have their names already.
   */
  readonly of: "union" | "parts";
  /** The key that tells the forms apart, where the author names one. */
  readonly discriminator?: string | undefined;
  /** Whether exactly one form must fit. */
  readonly exclusive?: boolean;
}

/** The forms of an object, with their names, and the lines that tell which keys go with which. */
export interface Forms {
  readonly forms: readonly Form[];
  readonly lines: readonly string[];
}

/**
 * Names the forms of a union of objects. A key that has listed values in every form, none of them in two, tells them
 * apart (`op=add`), whether or not the author says so; without one they are counted (`form 1`).
 */
export function formsOf(all: readonly Labelled<ObjectShape>[], options: FormOptions): Forms {
  const { discriminator, exclusive } = options;
  const union = options.of === "union";
  const flat = union ? all.flatMap(({ label, shape }) => flatten(label, shape)) : all;
  const key = [discriminator, ...keysOf(flat)].find((name) => name !== undefined && tellsApart(name, flat));
  const forms = flat.map(({ label, shape }, index): Form => {
    const counted = union ? `form ${index + 1}` : label;
    if (key === undefined) return { label: counted, when: undefined, shape };
    const values = listed(shape, key);
    return { label: union ? `${key}=${values.join("|")}` : label, when: { key, values }, shape };
  });
  const told = forms.map((form) => ({ form, parts: partsOf(form, forms) }));
  if (union && key !== undefined) return { forms, lines: withKey(told) };
  const some = told.some(({ parts }) => parts.length > 0);
  const lines = told.flatMap(({ form, parts }) => {
    if (parts.length > 0) return pack(`${form.label}: `, parts, "");
    return some && union ? [`${form.label}: none of these`] : [];
  });
  const header = exclusive === true ? "exactly one form" : "at least one form";
  return { forms, lines: union ? [header, ...lines] : lines };
}

/** The forms of a union inside a union stand beside the others, unless something is said of it as a whole. */
function flatten(label: string, shape: ObjectShape): readonly Labelled<ObjectShape>[] {
  const whole = shape.description !== "" || shape.nullable || shape.defaulted;
  if (shape.forms === undefined || whole) return [{ label, shape }];
  return shape.forms.map((form) => ({ label, shape: form.shape }));
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
