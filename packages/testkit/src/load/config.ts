import { AttrType, type ConfigAttribute, type ConfigSchema } from "@plugwright/protocol/config";
import type { JsonObject, JsonValue } from "@plugwright/sdk";

/** In a provider's configuration: the value of an environment variable, as `env("NAME")` is in the operator's file. */
export interface EnvReference {
  readonly env: string;
}

const references = new WeakSet<object>();

/** What an operator writes for a secret: the kernel reads the variable before it configures the provider. */
export function env(name: string): EnvReference {
  const reference = Object.freeze({ env: name });
  references.add(reference);
  return reference;
}

const isReference = (value: unknown): value is EnvReference =>
  typeof value === "object" && value !== null && references.has(value);

/** A value that an operator may write for an attribute. */
export type ConfigValue =
  | string
  | number
  | boolean
  | readonly string[]
  | readonly number[]
  | EnvReference
  | { readonly [name: string]: ConfigValue };

/** An operator's block for one provider. */
export type ProviderConfig = Readonly<Record<string, ConfigValue>>;

/** What is sent to Configure, which of its values are secrets, and what is wrong with the block. */
export interface DecodedConfig {
  readonly config: JsonObject;
  /** By the path of the attribute. */
  readonly secrets: ReadonlyMap<string, string>;
  readonly faults: readonly string[];
}

/** Decodes an operator's block by the schema that the provider declares: types, required attributes, defaults, secrets. */
export function decodeConfig(
  schema: ConfigSchema | undefined,
  block: ProviderConfig,
  environment: Readonly<Record<string, string | undefined>>,
): DecodedConfig {
  const decoding: Decoding = { environment, secrets: new Map(), faults: [] };
  const config = decodeObject(decoding, schema?.attributes ?? [], block, "");
  return { config, ...decoding };
}

interface Decoding {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly secrets: Map<string, string>;
  readonly faults: string[];
}

function decodeObject(
  decoding: Decoding,
  attributes: readonly ConfigAttribute[],
  block: Readonly<Record<string, unknown>>,
  path: string,
): JsonObject {
  const decoded: JsonObject = {};
  const at = (name: string) => (path === "" ? name : `${path}.${name}`);
  for (const name of Object.keys(block)) {
    if (attributes.some((attribute) => attribute.name === name)) continue;
    const known = attributes.map((attribute) => attribute.name).join(", ");
    decoding.faults.push(`${at(name)} is no attribute of this provider; it has ${known || "none"}`);
  }
  for (const attribute of attributes) {
    const value = Object.hasOwn(block, attribute.name) ? block[attribute.name] : undefined;
    const found = decodeAttribute(decoding, attribute, value, at(attribute.name));
    if (found !== undefined) decoded[attribute.name] = found;
  }
  return decoded;
}

function decodeAttribute(
  decoding: Decoding,
  attribute: ConfigAttribute,
  given: unknown,
  path: string,
): JsonValue | undefined {
  if (given === undefined) {
    if (attribute.defaultJson !== undefined) return defaultOf(decoding, attribute.defaultJson, path);
    if (attribute.required) decoding.faults.push(`${path} is required`);
    return undefined;
  }
  if (attribute.sensitive && !isReference(given)) {
    decoding.faults.push(`${path} is sensitive: write env("NAME") for it, and the value into that variable`);
    return undefined;
  }
  const value = isReference(given) ? decoding.environment[given.env] : given;
  if (value === undefined && isReference(given)) {
    decoding.faults.push(`${path} is env("${given.env}"), and there is no such variable`);
    return undefined;
  }
  if (attribute.sensitive && typeof value === "string") decoding.secrets.set(path, value);
  if (attribute.type === AttrType.OBJECT && isObject(value)) {
    return decodeObject(decoding, attribute.objectAttributes, value, path);
  }
  const expected = expectations[attribute.type];
  if (expected?.fits(value)) return structuredClone(value) as JsonValue;
  decoding.faults.push(`${path} must be ${expected?.what ?? "of a type that the provider does not tell"}`);
  return undefined;
}

function defaultOf({ faults }: Decoding, json: string, path: string): JsonValue | undefined {
  try {
    return JSON.parse(json) as JsonValue;
  } catch {
    faults.push(`${path} has a default that is no JSON: ${json}`);
    return undefined;
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isString = (value: unknown) => typeof value === "string";
const isNumber = (value: unknown) => typeof value === "number" && Number.isFinite(value);
const isList = (value: unknown, of: (item: unknown) => boolean) => Array.isArray(value) && value.every(of);

const expectations: Readonly<
  Partial<Record<AttrType, { readonly what: string; readonly fits: (value: unknown) => boolean }>>
> = {
  [AttrType.STRING]: { what: "a string", fits: isString },
  [AttrType.NUMBER]: { what: "a number", fits: isNumber },
  [AttrType.BOOL]: { what: "true or false", fits: (value) => typeof value === "boolean" },
  [AttrType.LIST_STRING]: { what: "a list of strings", fits: (value) => isList(value, isString) },
  [AttrType.LIST_NUMBER]: { what: "a list of numbers", fits: (value) => isList(value, isNumber) },
  [AttrType.MAP_STRING]: {
    what: "a map of strings",
    fits: (value) => isObject(value) && Object.values(value).every(isString),
  },
  [AttrType.OBJECT]: { what: "an object", fits: () => false },
};
