import { isScalar, mergeAlternatives } from "./alternatives.js";
import { nullFold } from "./checks.js";
import { type Labelled, mergeObjects, mergeShapes } from "./merge.js";
import { presenceOf } from "./presence.js";
import { type Refusal, refusalOf, refuseForms, refuseOpenForm, refuseOutputNull, refuseUnion } from "./refusals.js";
import { emptyShape, type Node, type ObjectShape, refusedShape, type Shape } from "./shape.js";
import { type Def, schemasIn, typeOf } from "./structure.js";
import { isRefusal, type Unwrapped, unwrap } from "./unwrap.js";
import { valuesIn } from "./values.js";
import { type Made, made, readCommon, refuse, type Walk, within } from "./walk.js";

/**
 * Reads unions of every sort. What has one type on the wire is described: texts, numbers, objects. `z.undefined()` among
 * the members makes the union optional, `z.null()` makes it nullable.
 */
export function readUnion(walk: Walk, unwrapped: Unwrapped, path: string): Made {
  const sorted = sortMembers(walk, unwrapped.def);
  if (isRefusal(sorted)) return made(refuse(walk, path, sorted));
  const { members, kinds, absent, nothing } = sorted;
  const { node } = readCommon(walk, unwrapped, path, kinds[0] === "string" ? "character" : "item");
  const presence = { required: !absent, omittable: absent };
  const shape = within(walk, unwrapped, path, (): Shape => {
    const read = members.map((member) => {
      const { shape, ...inner } = walk.node(member, path);
      const { required, omittable } = presenceOf(member.layers, inner, walk.side);
      presence.required &&= required;
      presence.omittable ||= omittable;
      return shape;
    });
    if (read.some((member) => member.kind === "refused")) return refusedShape;
    const combined = combine(unwrapped.def, read, node.folds);
    return isRefusal(combined) ? refuse(walk, path, combined) : underUnion(walk, node, combined, nothing);
  });
  return { shape, ...presence };
}

interface Sorted {
  readonly members: readonly Unwrapped[];
  /** The wire's types that the members surely have. At most one, else the union is refused. */
  readonly kinds: readonly string[];
  /** Whether undefined is a member. */
  readonly absent: boolean;
  /** Whether null is one. */
  readonly nothing: boolean;
}

/** Sets apart what stands for absence and null; `z.never()` adds nothing to a union. */
function sortMembers(walk: Walk, def: Def): Sorted | Refusal {
  const members: Unwrapped[] = [];
  let absent = false;
  let nothing = false;
  for (const option of schemasIn(def.options)) {
    const member = unwrap(option, walk.side);
    if (isRefusal(member)) return member;
    const single = singleOf(member.def);
    if (single === "undefined" || single === "void") absent = true;
    else if (single === "null") nothing = true;
    else if (single !== "never") members.push(member);
  }
  const kinds = kindsOf(members);
  if (kinds.length > 1) return refuseUnion(kinds);
  if (members.length === 0) return refusalOf(nothing ? "null" : absent ? "undefined" : "never");
  if (nothing && walk.side === "output" && walk.options.nulls !== "drop") return refuseOutputNull;
  return { members, kinds, absent, nothing };
}

function singleOf(def: Def): string {
  const type = typeOf(def);
  const [value, ...others] = type === "literal" ? valuesIn(def) : [0];
  if (others.length > 0) return type;
  return value === null ? "null" : value === undefined ? "undefined" : type;
}

/** The wire's types that schemas surely have, without reading what lies in them. */
export function kindsOf(members: readonly Unwrapped[]): readonly string[] {
  return [...new Set(members.flatMap(({ def }) => kindsOfDef(def)))];
}

function kindsOfDef(def: Def): readonly string[] {
  const type = typeOf(def);
  switch (type) {
    case "string":
    case "template_literal":
      return ["string"];
    case "number":
    case "boolean":
      return [type];
    case "array":
    case "tuple":
      return ["array"];
    case "object":
    case "record":
      return ["object"];
    case "enum":
    case "literal":
      return valuesIn(def)
        .map((value) => typeof value)
        .filter((kind) => ["string", "number", "boolean"].includes(kind));
    default:
      return [];
  }
}

/** What several members come to. `folds`: what the checks of the union itself ask of each. */
function combine(def: Def, members: readonly Shape[], folds: readonly string[]): Shape | Refusal {
  const [first, ...others] = members;
  if (first === undefined) return refusalOf("never");
  if (others.length === 0) return { ...first, folds: [...first.folds, ...folds] };
  const all = members.map((shape, index) => ({ label: `form ${index + 1}`, shape }));
  if (all.every(isObject)) return combineObjects(def, all, folds);
  if (isScalar(first) && others.every(isScalar)) {
    if (others.some((other) => other.kind !== first.kind)) {
      return refuseUnion([...new Set(members.map((member) => member.kind))]);
    }
    const merged = mergeAlternatives([first, ...others]);
    return { ...merged, folds: [...merged.folds, ...folds] };
  }
  const merged = mergeShapes(all);
  return merged === undefined ? refuseForms : { ...merged, folds: ["at least one form", ...merged.folds, ...folds] };
}

function combineObjects(def: Def, forms: readonly Labelled<ObjectShape>[], folds: readonly string[]): Shape | Refusal {
  // Where one form is no longer written out, nothing is known of the keys.
  if (forms.some(({ shape }) => shape.again !== undefined)) {
    return { ...emptyShape, unknownKeys: "keep", again: { shape: undefined } };
  }
  if (!haveSameKeys(forms) && forms.some(({ shape }) => shape.unknownKeys === "keep")) return refuseOpenForm;
  const discriminator = typeof def.discriminator === "string" ? def.discriminator : undefined;
  const exclusive = def.inclusive === false && discriminator === undefined;
  const checked = forms.map(({ label, shape }) => ({ label, shape: { ...shape, folds: [...shape.folds, ...folds] } }));
  return mergeObjects(checked, { of: "union", discriminator, exclusive }) ?? refuseForms;
}

function haveSameKeys(forms: readonly Labelled<ObjectShape>[]): boolean {
  const keys = forms.map(({ shape }) => {
    const names = shape.fields.map((field) => field.key);
    return names.sort().join("\n");
  });
  return new Set(keys).size === 1;
}

/** Adds what is said of the union as a whole. */
function underUnion(walk: Walk, node: Node, shape: Shape, nothing: boolean): Shape {
  const nullable = nothing || node.nullable || shape.nullable;
  const folds = new Set(shape.folds);
  // Last, for it is told of the whole.
  folds.delete(nullFold);
  if (nullable && walk.side === "input") folds.add(nullFold);
  return {
    ...shape,
    description: [node.description, shape.description].filter((text) => text !== "").join("; "),
    folds: [...folds],
    nullable,
    defaulted: shape.defaulted || node.defaulted,
    rewritten: shape.rewritten || node.rewritten,
    secret: shape.secret || node.secret,
    lenient: shape.lenient || node.lenient,
  };
}

function isObject(form: Labelled<Shape>): form is Labelled<ObjectShape> {
  return form.shape.kind === "object";
}
