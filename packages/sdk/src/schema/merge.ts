import { defaultFold, fold } from "./checks.js";
import { type FormOptions, formsOf } from "./forms.js";
import {
  type ArrayShape,
  type Field,
  type Form,
  fieldOf,
  type Node,
  type NumberShape,
  type ObjectShape,
  type RecordShape,
  type Shape,
  type StringShape,
} from "./shape.js";

/** One of several shapes which a value may have, and how texts name it. */
export interface Labelled<S extends Shape> {
  readonly label: string;
  readonly shape: S;
}

/**
 * The one shape that admits what any of several admits. What holds for some of them only is told with their labels.
 * `undefined` when they differ in type.
 *
 * @param values Whether it is told which of the listed values belong to which of them.
 */
export function mergeShapes(all: readonly Labelled<Shape>[], values: "told" | "untold" = "told"): Shape | undefined {
  const [first, ...others] = all.map(({ shape }) => shape);
  if (first === undefined || others.length === 0) return first;
  switch (first.kind) {
    case "string":
      return same(all, first.kind) ? mergeStrings(all, values) : undefined;
    case "number":
      return same(all, first.kind) ? mergeNumbers(all, values) : undefined;
    case "boolean": {
      if (!same(all, first.kind)) return undefined;
      const always = all.every(({ shape }) => shape.always === first.always) ? first.always : undefined;
      const parts = all.map(({ shape }) => (shape.always === always ? [] : [`always ${shape.always}`]));
      const told = values === "told" ? parts : [];
      return { kind: "boolean", always, ...mergeNodes(all, told) };
    }
    case "array":
    case "record":
      return same(all, "array") || same(all, "record") ? mergeLists(all) : undefined;
    case "object":
      return same(all, first.kind) ? mergeObjects(all, { of: "parts" }) : undefined;
    case "any":
    case "never":
      return same(all, first.kind) ? first : undefined;
    case "refused":
      return first;
  }
}

/** The one object that admits what any of several forms admits. `undefined` when a key has different types in them. */
export function mergeObjects(all: readonly Labelled<ObjectShape>[], options: FormOptions): ObjectShape | undefined {
  const { forms, lines } = formsOf(all, options);
  const fields: Field[] = [];
  for (const key of new Set(forms.flatMap(({ shape }) => shape.fields.map((field) => field.key)))) {
    const field = mergeField(forms, key);
    if (field === undefined) return undefined;
    fields.push(field);
  }
  const rests = forms.flatMap(({ label, shape }) => (shape.rest === undefined ? [] : [{ label, shape: shape.rest }]));
  const rest = rests.length === 0 ? undefined : mergeShapes(rests);
  if (rests.length > 0 && (rest === undefined || rests.length < forms.length)) return undefined;
  const modes = new Set(forms.map(({ shape }) => shape.unknownKeys));
  const unknownKeys = modes.has("keep") ? "keep" : modes.has("strip") ? "strip" : "strict";
  const told = forms.map(({ shape }) =>
    shape.unknownKeys === "strict" && unknownKeys !== "strict" ? ["no other keys"] : [],
  );
  const node = mergeNodes(forms, told);
  return {
    kind: "object",
    fields,
    unknownKeys,
    rest,
    forms,
    again: undefined,
    ...node,
    folds: [...lines, ...node.folds],
  };
}

function mergeField(forms: readonly Form[], key: string): Field | undefined {
  const holders = forms.flatMap(({ label, shape }) => {
    const field = fieldOf(shape, key);
    return field === undefined ? [] : [{ label, field, shape: field.shape }];
  });
  // What one form forbids, another may hold.
  const open = holders.filter(({ shape }) => shape.kind !== "never");
  // The labels name the values of the key that tells the forms apart.
  const named = forms.some(({ label, when }) => when?.key === key && label.startsWith(`${key}=`));
  const shape = mergeShapes(open.length === 0 ? holders : open, named ? "untold" : "told");
  if (shape === undefined) return undefined;
  return {
    key,
    shape,
    required: open.length === forms.length && open.every(({ field }) => field.required),
    omittable: open.every(({ field }) => field.omittable),
    readDefault: undefined,
  };
}

function mergeStrings(all: readonly Labelled<StringShape>[], tell: "told" | "untold"): StringShape {
  const values = merged(all.map(({ shape }) => shape.values));
  const parts = all.map(({ shape }) => (isPart(shape.values, values) ? [oneOf(shape.values ?? [])] : []));
  return { kind: "string", values, ...mergeNodes(all, tell === "told" ? parts : []) };
}

function mergeNumbers(all: readonly Labelled<NumberShape>[], tell: "told" | "untold"): NumberShape {
  const lists = all.map(({ shape }) => shape.values);
  const numbers = merged(lists.map((list) => list?.map(({ value }) => value)));
  const named = lists.flatMap((list) => list ?? []);
  const values = numbers?.map((value) => named.find((one) => one.value === value) ?? { value, name: undefined });
  const parts = lists.map((list) => (isPart(list, values) ? [oneOf((list ?? []).map(({ value }) => value))] : []));
  const node = mergeNodes(all, tell === "told" ? parts : []);
  return { kind: "number", whole: all.every(({ shape }) => shape.whole), values, ...node };
}

function mergeLists(all: readonly Labelled<ArrayShape | RecordShape>[]): Shape | undefined {
  const first = all[0]?.shape;
  const items = mergeShapes(all.map(({ label, shape }) => ({ label, shape: shape.items })));
  if (first === undefined || items === undefined) return undefined;
  if (first.kind === "array") return { kind: "array", items, ...mergeNodes(all) };
  const keys = all.map(({ shape }) => (shape.kind === "record" && shape.keys !== "" ? [`keys: ${shape.keys}`] : []));
  return { kind: "record", keys: "", items, ...mergeNodes(all, keys) };
}

/** @param more What else is to be told of each. */
function mergeNodes(all: readonly Labelled<Shape>[], more: readonly (readonly string[])[] = []): Node {
  const defaulted = all.every(({ shape }) => shape.defaulted);
  const told = all.map(({ shape }, index) => [
    ...(more[index] ?? []),
    ...shape.folds,
    ...(shape.defaulted && !defaulted ? [defaultFold] : []),
  ]);
  const [first = []] = told;
  const shared = first.filter((text) => told.every((texts) => texts.includes(text)));
  const own = all.flatMap(({ label }, index) => {
    const rest = (told[index] ?? []).filter((text) => !shared.includes(text));
    return rest.length === 0 ? [] : [fold(`${label}: ${rest.join(", ")}`)];
  });
  return {
    description: mergeDescriptions(all),
    folds: [...shared, ...own],
    nullable: all.some(({ shape }) => shape.nullable),
    defaulted,
    rewritten: all.some(({ shape }) => shape.rewritten),
    secret: all.some(({ shape }) => shape.secret),
    lenient: all.some(({ shape }) => shape.lenient),
  };
}

function mergeDescriptions(all: readonly Labelled<Shape>[]): string {
  const texts = new Set(all.map(({ shape }) => shape.description));
  if (texts.size === 1) return [...texts].join("");
  return all
    .filter(({ shape }) => shape.description !== "")
    .map(({ label, shape }) => `${label}: ${shape.description}`)
    .join("; ");
}

/** All values of all lists; `undefined` when one of them has no list, and takes any. */
function merged<T>(lists: readonly (readonly T[] | undefined)[]): readonly T[] | undefined {
  const values = new Set<T>();
  for (const list of lists) {
    if (list === undefined) return undefined;
    for (const value of list) values.add(value);
  }
  return [...values];
}

function isPart(list: readonly unknown[] | undefined, whole: readonly unknown[] | undefined): boolean {
  return list !== undefined && list.length !== whole?.length;
}

function oneOf(values: readonly (string | number)[]): string {
  return values.length === 1 ? `always ${values[0]}` : `one of ${values.join(", ")}`;
}

function same<K extends Shape["kind"]>(
  all: readonly Labelled<Shape>[],
  kind: K,
): all is readonly Labelled<Extract<Shape, { readonly kind: K }>>[] {
  return all.every(({ shape }) => shape.kind === kind);
}
