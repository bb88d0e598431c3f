import { AttrType, type ConfigAttribute, type ConfigSchema } from "@plugwright/protocol/config";
import { type ConfigValue, env, type ProviderConfig } from "@plugwright/testkit";
import { assignment } from "../assignment.js";
import { usageError } from "../problem.js";
import { hintFor } from "../suggest.js";

/** What stands in for a secret on the command line: the variable that holds it. */
const variablePrefix = "env:";

/**
 * An operator's block, from `NAME=VALUE` of the command line: `auth.user=me` for an attribute of an object, a list's
 * items one by one, maps as JSON, and `token=env:TOKEN` for what a variable holds.
 * @throws CommandError (wrong usage) naming the attribute.
 */
export function configBlock(schema: ConfigSchema | undefined, given: readonly string[]): ProviderConfig {
  const block: Record<string, ConfigValue> = {};
  for (const text of given) {
    const [name, value] = assignment("config", text);
    set(block, schema?.attributes ?? [], name.split("."), value);
  }
  return block;
}

type Block = Record<string, ConfigValue>;

function set(
  block: Block,
  attributes: readonly ConfigAttribute[],
  path: readonly string[],
  text: string,
  above = "",
): void {
  const [name = "", ...rest] = path;
  const at = `${above}${name}`;
  const attribute = attributes.find((known) => known.name === name);
  if (attribute === undefined) throw unknown(at, attributes, above);
  if (attribute.type === AttrType.OBJECT && rest.length > 0) {
    const inner: Block = Object.hasOwn(block, name) ? Object(block[name]) : {};
    set(inner, attribute.objectAttributes, rest, text, `${at}.`);
    block[name] = inner;
    return;
  }
  if (text.startsWith(variablePrefix)) {
    block[name] = env(text.slice(variablePrefix.length));
    return;
  }
  // It would be in the list of processes, and in the history of the shell.
  if (attribute.sensitive) {
    throw usageError(`--config ${at} is a secret`, `put it into a variable, and write --config ${at}=env:VARIABLE`);
  }
  block[name] = attributeValue(at, attribute.type, text, block[name]);
}

function unknown(name: string, attributes: readonly ConfigAttribute[], above: string) {
  const names = attributes.map((attribute) => `${above}${attribute.name}`);
  const hint = hintFor(name, names, `it takes ${names.join(", ") || "none"}`);
  return usageError(`--config: the plugin has no attribute ${name}`, hint);
}

function attributeValue(name: string, type: AttrType, text: string, before: ConfigValue | undefined): ConfigValue {
  switch (type) {
    case AttrType.STRING:
      return text;
    case AttrType.LIST_STRING:
      return [...strings(before), text];
    case AttrType.LIST_NUMBER:
      return [...numbers(before), parsed<number>(name, text, (value) => typeof value === "number", "a number")];
    case AttrType.NUMBER:
      return parsed<number>(name, text, (value) => typeof value === "number", "a number");
    case AttrType.BOOL:
      return parsed<boolean>(name, text, (value) => typeof value === "boolean", "true or false");
    default:
      return parsed<Block>(name, text, (value) => typeof value === "object" && value !== null, "an object in JSON");
  }
}

const strings = (before: ConfigValue | undefined): readonly string[] =>
  Array.isArray(before) ? before.filter((item) => typeof item === "string") : [];
const numbers = (before: ConfigValue | undefined): readonly number[] =>
  Array.isArray(before) ? before.filter((item) => typeof item === "number") : [];

function parsed<T>(name: string, text: string, fits: (value: unknown) => boolean, what: string): T {
  try {
    const value: unknown = JSON.parse(text);
    // The caller says with `fits` what T is.
    if (fits(value)) return value as T;
  } catch {
    // Told below.
  }
  // What was written is not repeated: a part of it may be a secret.
  throw usageError(`--config ${name} is ${what}, which its value is not`, `write --config ${name}=VALUE`);
}
