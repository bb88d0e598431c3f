import { AttrType, type ConfigAttribute, type ConfigSchema } from "@plugwright/protocol/config";
import { hclComment, hclString, hclValue, indent } from "./hcl.js";

/** Has the kernel take a local file for a provider: for the operator's own `config.hcl`. The first file counts. */
export function devOverrides(
  name: string,
  files: readonly { readonly path: string; readonly holds: string }[],
): string {
  const [first, ...others] = files.map(({ path, holds }) => ({ line: `${name} = ${hclString(path)}`, holds }));
  const lines = [
    ...(first === undefined ? [] : [first.line]),
    // A name stands for one file.
    ...others.flatMap(({ line, holds }) => hclComment(`or, for its ${holds}:\n${line}`)),
  ];
  return block("dev_overrides", lines);
}

/** Names a provider in a project's `agent.hcl`. */
export function requiredProviders(identity: {
  readonly name: string;
  readonly version: string;
  readonly source: string;
}): string {
  const { name, version, source } = identity;
  const line = `${name} = { source = ${hclString(source)}, version = ${hclString(versionConstraint(version))} }`;
  return block("required_providers", [line]);
}

/**
 * The configuration of a provider in a project's `agent.hcl`: what is required is to be filled in, what is optional is a
 * comment. A secret is named by the variable that holds it.
 */
export function providerBlock(name: string, { attributes }: ConfigSchema): string {
  return block(`provider ${hclString(name)}`, attributesOf(attributes, [name]));
}

/** Takes fixes and additions, no breaking change: below 1.0 a minor version may be one. */
function versionConstraint(version: string): string {
  const [, major = "0", minor = "0", patch = "0", pre] = /^(\d+)\.(\d+)\.(\d+)(-.+)?/.exec(version) ?? [];
  // Only the very version stands for one that is no release.
  if (pre !== undefined) return version;
  return major === "0" ? `~> 0.${minor}.${patch}` : `~> ${major}.${minor}`;
}

function attributesOf(attributes: readonly ConfigAttribute[], path: readonly string[]): string[] {
  return attributes.flatMap((attribute, index) => {
    const { description, required } = attribute;
    const lines = assignment(attribute, [...path, attribute.name]);
    const written = required ? lines : lines.flatMap((line) => hclComment(line));
    return [...(index === 0 ? [] : [""]), ...hclComment(description), ...written];
  });
}

function assignment(attribute: ConfigAttribute, path: readonly string[]): string[] {
  const { name, type, objectAttributes } = attribute;
  if (type !== AttrType.OBJECT) return [`${name} = ${expressionOf(attribute, path)}`];
  return block(name, attributesOf(objectAttributes, path)).split("\n");
}

function expressionOf({ type, sensitive, defaultJson }: ConfigAttribute, path: readonly string[]): string {
  if (sensitive) return `env(${hclString(variableName(path))})`;
  if (defaultJson !== undefined) return hclValue(JSON.parse(defaultJson));
  switch (type) {
    case AttrType.NUMBER:
      return "0";
    case AttrType.BOOL:
      return "false";
    case AttrType.LIST_STRING:
      return '[""]';
    case AttrType.LIST_NUMBER:
      return "[0]";
    case AttrType.MAP_STRING:
      return '{ key = "" }';
    default:
      return '""';
  }
}

/** A variable for a secret: `FILESYSTEM_AUTH_TOKEN`. */
function variableName(path: readonly string[]): string {
  return path
    .join("_")
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/[^A-Za-z0-9]+/g, "_")
    .toUpperCase();
}

function block(head: string, lines: readonly string[]): string {
  return lines.length === 0 ? `${head} {}` : [`${head} {`, ...indent(lines), "}"].join("\n");
}
