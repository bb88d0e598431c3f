import { isRecord } from "./plain.js";
import { translateV3 } from "./structure-v3.js";

/**
 * A definition: the data from which zod made a schema or a check, with the keys that are read here. Read it key by key,
 * and never copy it by spreading: `defaultValue` is a getter that runs the author's code.
 */
export interface Def {
  readonly type?: unknown;
  readonly innerType?: unknown;
  readonly in?: unknown;
  readonly out?: unknown;
  readonly transform?: unknown;
  readonly error?: unknown;
  readonly shape?: unknown;
  readonly catchall?: unknown;
  readonly element?: unknown;
  readonly items?: unknown;
  readonly rest?: unknown;
  readonly keyType?: unknown;
  readonly valueType?: unknown;
  readonly mode?: unknown;
  readonly partial?: unknown;
  readonly options?: unknown;
  readonly discriminator?: unknown;
  readonly inclusive?: unknown;
  readonly left?: unknown;
  readonly right?: unknown;
  readonly getter?: unknown;
  readonly entries?: unknown;
  readonly values?: unknown;
  readonly coerce?: unknown;
  readonly normalize?: unknown;
  readonly defaultValue?: unknown;
  /** Of zod 3 only: the default is parsed like any other input, so it is a value of the input's type. */
  readonly parsesDefault?: unknown;
  readonly checks?: unknown;
  readonly check?: unknown;
  readonly value?: unknown;
  readonly minimum?: unknown;
  readonly maximum?: unknown;
  readonly length?: unknown;
  readonly format?: unknown;
  readonly pattern?: unknown;
  readonly prefix?: unknown;
  readonly suffix?: unknown;
  readonly includes?: unknown;
  readonly position?: unknown;
  readonly protocol?: unknown;
  readonly hostname?: unknown;
  readonly version?: unknown;
  readonly precision?: unknown;
  readonly alg?: unknown;
}

/**
 * The definition of a zod schema or check, or `undefined` when it is none. That of zod 3 is told in the words of zod 4,
 * so that nothing else has to know both.
 */
export function defOf(schema: unknown): Def | undefined {
  const internals = internalsOf(schema);
  if (internals !== undefined) return recordIn(internals, "def");
  const v3 = isRecord(schema) ? recordIn(schema, "_def") : undefined;
  return v3 === undefined ? undefined : translateV3(v3);
}

/** What a zod 4 schema keeps about itself beside its definition. `undefined` for zod 3. */
export function internalsOf(schema: unknown): Record<PropertyKey, unknown> | undefined {
  return isRecord(schema) ? recordIn(schema, "_zod") : undefined;
}

/** The kind of a schema, by zod 4's names: "string", "object", "optional", … */
export function typeOf(def: Def): string {
  return typeof def.type === "string" ? def.type : "unknown";
}

/** The schemas in a list of a definition, as they are. */
export function schemasIn(list: unknown): readonly unknown[] {
  return Array.isArray(list) ? list : [];
}

/**
 * The definitions of all checks of a schema, in the order in which zod runs them. A format schema such as `z.email()`
 * or `z.int()` is its own first check.
 */
export function checksOf(def: Def): readonly Def[] {
  const own = typeof def.check === "string" && def.type !== "custom" ? [def] : [];
  if (!Array.isArray(def.checks) || def.checks.length === 0) return own;
  const listed = def.checks.map(checkOf).filter((check) => check !== undefined);
  return [...own, ...listed];
}

// The checks of zod 3 are translated with their schema and are definitions already.
function checkOf(check: unknown): Def | undefined {
  if (internalsOf(check) !== undefined) return defOf(check);
  return isRecord(check) && typeof check["check"] === "string" ? check : undefined;
}

/**
 * The text given to one schema by `.describe()`, `.meta()` or mini's `z.describe()`; wrappers are not looked through.
 * Classic schemas are asked themselves, since they know the registry of their own zod copy. Mini schemas have no such
 * property: for them the registry that zod keeps on the global object is asked. Before zod 4.2 each copy kept one to
 * itself, and what a mini schema was registered with there cannot be found.
 */
export function descriptionOf(schema: unknown): string | undefined {
  if (!isRecord(schema)) return undefined;
  if ("description" in schema) return textIn(schema, "description");
  const registry = "_zod" in schema ? recordIn(globalThis, "__zod_globalRegistry") : undefined;
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
