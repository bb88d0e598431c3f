import { checksV3 } from "./checks-v3.js";
import { isRecord, memberOf } from "./plain.js";
import type { Def } from "./structure.js";

const translated = new WeakMap<object, Def>();

/**
 * Tells a zod 3 definition in the words of zod 4; `undefined` when it is no definition. Always the same object for the
 * same definition, so that a schema that contains itself is recognised. Getters of the author's stay getters.
 */
export function translateV3(v3: Record<PropertyKey, unknown>): Def | undefined {
  const known = translated.get(v3);
  if (known !== undefined) return known;
  const def = translate(v3);
  if (def === undefined) return undefined;
  // Marks, such as that of secret(), stand under symbols.
  for (const mark of Object.getOwnPropertySymbols(v3)) Reflect.set(def, mark, v3[mark]);
  translated.set(v3, def);
  return def;
}

function translate(v3: Record<PropertyKey, unknown>): Def | undefined {
  const { typeName } = v3;
  // z.function() of zod 4.0 is no schema, and has nothing but a `_def`.
  if (typeof typeName !== "string") return v3["type"] === "function" ? { type: "function" } : undefined;
  return translations.get(typeName)?.(v3) ?? { type: typeName.replace(/^Zod/u, "").toLowerCase() };
}

/** Those whose name alone does not say everything. */
const translations: ReadonlyMap<string, (v3: Record<PropertyKey, unknown>) => Def> = new Map([
  ["ZodString", ({ coerce, checks }) => ({ type: "string", coerce, checks: checksV3("string", checks) })],
  ["ZodNumber", ({ coerce, checks }) => ({ type: "number", coerce, checks: checksV3("number", checks) })],
  ["ZodDate", ({ coerce, checks }) => ({ type: "date", coerce, checks: checksV3("date", checks) })],
  ["ZodBoolean", ({ coerce }) => ({ type: "boolean", coerce })],
  ["ZodLiteral", ({ value }) => ({ type: "literal", values: [value] })],
  // Not as an enum, whose entries are an object: that would reorder values like "2" and "10".
  ["ZodEnum", ({ values }) => ({ type: "literal", values })],
  ["ZodNativeEnum", ({ values }) => ({ type: "enum", entries: values })],
  ["ZodArray", (v3) => ({ type: "array", element: v3["type"], checks: checksV3("array", lengthsOf(v3)) })],
  ["ZodTuple", ({ items, rest }) => ({ type: "tuple", items, rest })],
  ["ZodObject", objectDef],
  ["ZodRecord", ({ keyType, valueType }) => ({ type: "record", keyType, valueType })],
  ["ZodUnion", ({ options }) => ({ type: "union", options })],
  ["ZodDiscriminatedUnion", ({ options, discriminator }) => ({ type: "union", options, discriminator })],
  ["ZodIntersection", ({ left, right }) => ({ type: "intersection", left, right })],
  ["ZodLazy", ({ getter }) => ({ type: "lazy", getter })],
  ["ZodOptional", ({ innerType }) => ({ type: "optional", innerType })],
  ["ZodNullable", ({ innerType }) => ({ type: "nullable", innerType })],
  ["ZodReadonly", ({ innerType }) => ({ type: "readonly", innerType })],
  ["ZodCatch", ({ innerType }) => ({ type: "catch", innerType })],
  ["ZodBranded", (v3) => ({ type: "readonly", innerType: v3["type"] })],
  ["ZodDefault", defaultDef],
  ["ZodEffects", effectsDef],
  ["ZodPipeline", (v3) => ({ type: "pipe", in: v3["in"], out: v3["out"] })],
]);

function objectDef(v3: Record<PropertyKey, unknown>): Def {
  const { catchall, unknownKeys } = v3;
  const plain = memberOf(memberOf(catchall, "_def"), "typeName") === "ZodNever";
  const byMode = unknownKeys === "passthrough" ? schemaOf("unknown") : undefined;
  const rest = unknownKeys === "strict" ? schemaOf("never") : byMode;
  let members: unknown;
  return {
    type: "object",
    catchall: plain ? rest : catchall,
    get shape(): unknown {
      members ??= membersOf(v3);
      return members;
    },
  };
}

/** Read once, as zod 4 does: a member may be a getter of the author's. */
function membersOf(v3: Record<PropertyKey, unknown>): unknown {
  const shape: unknown = typeof v3["shape"] === "function" ? Reflect.apply(v3["shape"], v3, []) : v3["shape"];
  if (!isRecord(shape)) return shape;
  const members = Reflect.ownKeys(shape).map((key) => [key, { value: shape[key], enumerable: true }] as const);
  return Object.defineProperties({}, Object.fromEntries(members));
}

function defaultDef({ innerType, defaultValue }: Record<PropertyKey, unknown>): Def {
  return {
    type: "default",
    innerType,
    parsesDefault: true,
    get defaultValue(): unknown {
      return typeof defaultValue === "function" ? Reflect.apply(defaultValue, undefined, []) : defaultValue;
    },
  };
}

function effectsDef({ schema, effect }: Record<PropertyKey, unknown>): Def {
  switch (memberOf(effect, "type")) {
    case "refinement":
      return { type: "readonly", innerType: schema, checks: [{ check: "custom" }] };
    case "preprocess":
      return { type: "pipe", in: schemaOf("transform"), out: schema };
    default:
      return { type: "pipe", in: schema, out: schemaOf("transform") };
  }
}

/** A schema of zod 4 that says no more than its type. */
function schemaOf(type: string): unknown {
  return { _zod: { def: { type } } };
}

function lengthsOf(v3: Record<PropertyKey, unknown>): readonly unknown[] {
  const kinds = [
    ["minLength", "min"],
    ["maxLength", "max"],
    ["exactLength", "length"],
  ] as const;
  return kinds.flatMap(([key, kind]) => (isRecord(v3[key]) ? [{ kind, value: memberOf(v3[key], "value") }] : []));
}
