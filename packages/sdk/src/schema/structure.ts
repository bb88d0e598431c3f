import { isRecord } from "./plain.js";

/**
 * A definition: the data from which zod made a schema or a check, with the keys that are read here. Read it key by key,
 * and never copy it by spreading: `defaultValue` is a getter that runs the author's code.
 */
export interface Def {
  readonly type?: unknown;
  readonly innerType?: unknown;
  readonly in?: unknown;
  readonly out?: unknown;
  readonly schema?: unknown;
  readonly shape?: unknown;
  readonly catchall?: unknown;
  readonly element?: unknown;
  readonly keyType?: unknown;
  readonly valueType?: unknown;
  readonly mode?: unknown;
  readonly entries?: unknown;
  readonly values?: unknown;
  readonly coerce?: unknown;
  readonly normalize?: unknown;
  readonly defaultValue?: unknown;
  readonly checks?: unknown;
  readonly check?: unknown;
  readonly value?: unknown;
  readonly inclusive?: unknown;
  readonly minimum?: unknown;
  readonly maximum?: unknown;
  readonly length?: unknown;
  readonly format?: unknown;
  readonly pattern?: unknown;
  readonly prefix?: unknown;
  readonly suffix?: unknown;
  readonly includes?: unknown;
  readonly protocol?: unknown;
  readonly version?: unknown;
}

/** The definition of a zod 4 schema or check (classic, mini or core), or `undefined` when it is none. */
export function defOf(schema: unknown): Def | undefined {
  if (!isRecord(schema)) return undefined;
  const internals = recordIn(schema, "_zod");
  return internals === undefined ? undefined : recordIn(internals, "def");
}

/** The definition of a zod 3 schema, or `undefined` when it is none. zod 4 classic has `_def` as well. */
export function defOfV3(schema: unknown): Def | undefined {
  if (!isRecord(schema) || "_zod" in schema) return undefined;
  return recordIn(schema, "_def");
}

/** The kind of a zod 4 schema: "string", "object", "optional", … */
export function typeOf(def: Def): string {
  return typeof def.type === "string" ? def.type : "unknown";
}

/**
 * The definitions of all checks of a schema, in the order in which zod runs them. A format schema such as `z.email()`
 * or `z.int()` is its own first check.
 */
export function checksOf(def: Def): readonly Def[] {
  const own = typeof def.check === "string" ? [def] : [];
  if (!Array.isArray(def.checks) || def.checks.length === 0) return own;
  const listed = def.checks.map(defOf).filter((check) => check !== undefined);
  return [...own, ...listed];
}

/**
 * The text given to one schema by `.describe()`, `.meta()` or mini's `z.describe()`; wrappers are not looked through.
 * Classic schemas are asked themselves, since they know the registry of their own zod copy. Mini schemas have no such
 * property: for them the registry that zod keeps on the global object is asked.
 */
export function descriptionOf(schema: unknown): string | undefined {
  if (!isRecord(schema)) return undefined;
  if ("description" in schema) return textIn(schema, "description");
  const registry = recordIn(globalThis, "__zod_globalRegistry");
  const get: unknown = registry === undefined ? undefined : Reflect.get(registry, "get");
  if (typeof get !== "function") return undefined;
  const meta: unknown = Reflect.apply(get, registry, [schema]);
  return isRecord(meta) ? textIn(meta, "description") : undefined;
}

function recordIn(owner: object, key: string): Record<PropertyKey, unknown> | undefined {
  const value: unknown = Reflect.get(owner, key);
  return isRecord(value) ? value : undefined;
}

/** The text under a key of an object, `undefined` when it is none. */
export function textIn(owner: object, key: string): string | undefined {
  const value: unknown = Reflect.get(owner, key);
  return typeof value === "string" ? value : undefined;
}
