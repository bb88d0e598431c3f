import { create } from "@bufbuild/protobuf";
import {
  AttrType,
  type ConfigAttribute,
  ConfigAttributeSchema,
  type ConfigSchema,
  ConfigSchemaSchema,
} from "@plugwright/protocol/config";
import { defaultFold, fold } from "../schema/checks.js";
import { foldsOf, joinDescription } from "../schema/describe.js";
import type { Fault } from "../schema/fault.js";
import { normaliseValue } from "../schema/normalise.js";
import { memberPath } from "../schema/path.js";
import { isRecord } from "../schema/plain.js";
import { readSchema } from "../schema/read.js";
import type { Field, ObjectShape, Shape } from "../schema/shape.js";
import type { Schema } from "../schema/types.js";

/** Where a configuration holds a secret. */
export interface SecretAttribute {
  readonly path: readonly string[];
  /** The path in one word, `auth.token`: what stands in place of the value, and what warnings name. */
  readonly name: string;
}

/** A config schema in the wire's terms. */
export interface CompiledConfig {
  /** The attributes in the declared order. To be advertised only when there are no faults. */
  readonly schema: ConfigSchema;
  /** What was read, for `prepareArguments`. `undefined` without a config schema. */
  readonly shape: Shape | undefined;
  readonly secrets: readonly SecretAttribute[];
  readonly faults: readonly Fault[];
}

/**
 * Compiles the schema of a plugin's configuration. Attributes are strings, numbers, booleans, lists of strings or
 * numbers, maps of strings (`z.record(z.string(), z.string())`) and nested objects; everything else is a fault.
 *
 * Here alone defaults are read, once: the operator's documentation shows them. One that throws, or is not JSON, is a
 * fault. Those of secrets are not read and never leave the process. Never throws.
 */
export function compileConfig(schema: Schema | undefined): CompiledConfig {
  if (schema === undefined) return { schema: create(ConfigSchemaSchema), shape: undefined, secrets: [], faults: [] };
  const { root, faults } = readSchema(schema, "input", { strict: true });
  const compiling: Compiling = { secrets: [], faults: [...faults] };
  const { shape } = root;
  if (shape.kind !== "object" && shape.kind !== "refused") {
    compiling.faults.push({ path: "", reason: "the root must be an object", hint: "z.object({ value: ... })" });
  }
  const attributes = shape.kind === "object" ? compileObject(compiling, shape, []) : [];
  return { schema: create(ConfigSchemaSchema, { attributes }), shape, ...compiling };
}

/** The values of the secrets that a configuration holds, raw or parsed. Absent and empty ones are left out. */
export function secretValues(
  config: unknown,
  secrets: readonly SecretAttribute[],
): readonly { readonly name: string; readonly value: string }[] {
  return secrets.flatMap(({ path, name }) => {
    let value = config;
    for (const key of path) value = isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
    return typeof value === "string" && value !== "" ? [{ name, value }] : [];
  });
}

interface Compiling {
  readonly secrets: SecretAttribute[];
  readonly faults: Fault[];
}

function compileObject(compiling: Compiling, shape: ObjectShape, path: readonly string[]): ConfigAttribute[] {
  if (shape.unknownKeys === "keep")
    refuse(compiling, path, "an operator can only write declared attributes", "write z.object({ ... })");
  return shape.fields.flatMap((field) => compileField(compiling, field, [...path, field.key]));
}

function compileField(compiling: Compiling, field: Field, path: readonly string[]): readonly ConfigAttribute[] {
  const { key, shape } = field;
  // What must be left out is no attribute.
  if (shape.kind === "never") return [];
  if (!/^[\p{L}_][\p{L}\p{N}_-]*$/u.test(key) || key === "__proto__") {
    refuse(compiling, path, "an operator cannot write this name", "start with a letter, then letters, digits, _ and -");
    return [];
  }
  const type = typeOf(compiling, shape, path);
  if (type === undefined) return [];
  if (shape.secret) compiling.secrets.push({ path, name: path.join(".") });
  const objectAttributes = shape.kind === "object" ? compileObject(compiling, shape, path) : [];
  const defaultJson = defaultOf(compiling, field, path);
  const attribute = create(ConfigAttributeSchema, {
    name: key,
    type,
    required: field.required,
    sensitive: shape.secret,
    description: describe(shape, defaultJson !== undefined),
    objectAttributes,
  });
  if (defaultJson !== undefined) attribute.defaultJson = defaultJson;
  return [attribute];
}

/** `undefined` for what has a fault. */
function typeOf(compiling: Compiling, shape: Shape, path: readonly string[]): AttrType | undefined {
  if (shape.kind === "refused") return undefined;
  const items = shape.kind === "array" || shape.kind === "record" ? shape.items : undefined;
  if (items?.kind === "refused") return undefined;
  if ((shape.secret && shape.kind !== "string") || items?.secret === true) {
    refuse(
      compiling,
      path,
      "a secret is one string: the operator names one environment variable",
      "write secret(z.string()) for each",
    );
    return undefined;
  }
  switch (shape.kind) {
    case "string":
      return AttrType.STRING;
    case "number":
      return AttrType.NUMBER;
    case "boolean":
      return AttrType.BOOL;
    case "array":
      if (items?.kind === "string") return AttrType.LIST_STRING;
      if (items?.kind === "number") return AttrType.LIST_NUMBER;
      refuse(
        compiling,
        path,
        "a list holds strings or numbers",
        "write z.array(z.string()), or an object with a key per entry",
      );
      return undefined;
    case "record":
      if (items?.kind === "string") return AttrType.MAP_STRING;
      refuse(compiling, path, "a map holds strings", "write z.record(z.string(), z.string())");
      return undefined;
    case "object":
      if (shape.fields.length > 0) return AttrType.OBJECT;
      refuse(compiling, path, "an object needs at least one attribute", "declare one, or leave the object out");
      return undefined;
    // Anything stands under undeclared keys alone, which are refused, and in a map, which holds strings.
    case "any":
    case "never":
      return undefined;
  }
}

/** The default as JSON text. */
function defaultOf(compiling: Compiling, field: Field, path: readonly string[]): string | undefined {
  if (field.readDefault === undefined || holdsSecret(field.shape)) return undefined;
  let value: unknown;
  try {
    value = field.readDefault();
  } catch (error) {
    refuse(compiling, path, `the default threw: ${String(error)}`, "write a plain value, or read it in setup");
    return undefined;
  }
  if (value === undefined) return undefined;
  const json = normaliseValue(value);
  if (json.ok) return JSON.stringify(json.value);
  const place = json.path === "" ? "" : ` at ${json.path}`;
  refuse(compiling, path, `the default is not JSON${place}: ${json.reason}`, "write a plain JSON value");
  return undefined;
}

// The default of an object would show the secrets in it.
function holdsSecret(shape: Shape): boolean {
  return shape.secret || (shape.kind === "object" && shape.fields.some((field) => holdsSecret(field.shape)));
}

function describe(shape: Shape, showsDefault: boolean): string {
  const defaulted = shape.defaulted && !showsDefault;
  if (shape.kind !== "record") {
    const folds = [...valuesFold(shape), ...foldsOf({ ...shape, defaulted })];
    return joinDescription(shape.description, shape.kind === "array" ? [...folds, ...each(shape.items)] : folds);
  }
  // That a map has any keys, and strings for values, is said by its type.
  const keys = shape.keys === "" ? [] : [fold(`keys: ${shape.keys}`)];
  const folds = [...keys, ...each(shape.items), ...shape.folds, ...(defaulted ? [defaultFold] : [])];
  return joinDescription(shape.description, folds);
}

function each(items: Shape): readonly string[] {
  const told = [...valuesFold(items), ...foldsOf(items)].join(", ");
  const texts = [
    told === "" ? "" : fold(`each: ${told}`),
    items.description === "" ? "" : `each: ${items.description}`,
  ];
  return texts.filter((text) => text !== "");
}

// Attributes have no list of values, so it is told.
function valuesFold(shape: Shape): readonly string[] {
  return shape.kind === "string" && shape.values !== undefined ? [fold(`one of ${shape.values.join(", ")}`)] : [];
}

function refuse(compiling: Compiling, path: readonly string[], reason: string, hint: string): void {
  compiling.faults.push({ path: path.reduce<string>(memberPath, ""), reason, hint });
}
