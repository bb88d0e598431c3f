import type { Described } from "../describe/describe.js";
import { fieldsOf } from "../describe/fields.js";
import { type Offered, titleOf } from "../describe/offered.js";
import { editsBetween } from "../suggest.js";
import type { Manifest } from "./manifest.js";
import { tokensOf } from "./tokens.js";

/** Something that is legal, and probably not meant. */
export interface Warning {
  readonly rule:
    | "declared"
    | "path_without_key"
    | "near_names"
    | "same_description"
    | "process_without_timeout"
    | "many_tokens"
    | "version_differs"
    | "source_differs"
    | "mixed_plugin";
  /** The operation, where it is one's: `/name` for a command. */
  readonly operation?: string;
  readonly message: string;
  readonly hint: string;
}

/** What one tool may cost a model before it is odd. */
const manyTokens = 1000;

/** All that is odd about a plugin. */
export function warningsOf(plugin: Described, operations: readonly Offered[], manifest: Manifest): Warning[] {
  return [
    ...(plugin.read?.warnings ?? []).map((message) => ({
      rule: "declared" as const,
      message,
      hint: "see what definePlugin says of it",
    })),
    ...differences(plugin, manifest),
    ...mixed(plugin),
    ...operations.flatMap(ofOne),
    ...pairsOf(operations).flatMap(ofTwo),
  ];
}

function differences({ version, source, project }: Described, manifest: Manifest): Warning[] {
  if (project === undefined) return [];
  const warnings: Warning[] = [];
  if (manifest.version !== undefined && manifest.version !== version) {
    warnings.push({
      rule: "version_differs",
      message: `the plugin is version ${version}, and package.json ${manifest.version}`,
      hint: "raise both: the kernel locks the plugin's",
    });
  }
  const { repository } = manifest;
  if (repository !== undefined && source !== repository && !source.startsWith(`${repository}/`)) {
    warnings.push({
      rule: "source_differs",
      message: `the plugin's source is ${source}, and the repository of package.json ${repository}`,
      hint: `write source: ${JSON.stringify(repository)}, or mend package.json`,
    });
  }
  return warnings;
}

function mixed({ tool, slashcommand }: Described): Warning[] {
  if (tool === undefined || slashcommand === undefined) return [];
  return [
    {
      rule: "mixed_plugin",
      message: "it has tools or prompts, and slash commands: a kernel takes one of them from a process",
      hint: "plugwright build makes two executables; make two plugins if they share nothing",
    },
  ];
}

const pathLike =
  /(?:(?:^|_)(?:path|file|filename|dir|directory|folder)|[a-z](?:Path|File|Filename|Dir|Directory|Folder))$/;

function ofOne(operation: Offered): Warning[] {
  const { kind, concurrency, input, declared, timeoutMs, type, json } = operation;
  const title = titleOf(operation);
  const warnings: Warning[] = [];
  const field = fieldsOf(input).find(
    ({ path, type: of }) => of === "string" && !/[.[]/.test(path) && pathLike.test(path),
  );
  if (kind === "resource" && field !== undefined && concurrency?.keyFields.length === 0) {
    const effect = concurrency.safe
      ? "calls on one path may run at the same time"
      : "each call excludes all others, whatever path they are on";
    warnings.push({
      rule: "path_without_key",
      operation: title,
      message: `it changes something and takes ${field.path}, which is no key: ${effect}`,
      hint: field.required
        ? `write .mutates(risk, { key: [${JSON.stringify(field.path)}] }) if only calls on one ${field.path} exclude each other`
        : `make it required, and write .mutates(risk, { key: [${JSON.stringify(field.path)}] }), if only calls on one ${field.path} exclude each other`,
    });
  }
  if (declared?.spawns && timeoutMs === undefined) {
    warnings.push({
      rule: "process_without_timeout",
      operation: title,
      message: "it runs programs and declares no timeout: the kernel's own limit ends it, whatever that is",
      hint: 'write .timeout("10m"), or whatever its programs may take',
    });
  }
  const tokens = tokensOf(json);
  if (type === "tool" && tokens > manyTokens) {
    warnings.push({
      rule: "many_tokens",
      operation: title,
      message: `its schema costs a model about ${tokens} tokens in every turn`,
      hint: "shorten descriptions, or make two tools of it",
    });
  }
  return warnings;
}

function pairsOf(operations: readonly Offered[]): (readonly [Offered, Offered])[] {
  return operations.flatMap((first, index) => operations.slice(index + 1).map((second) => [first, second] as const));
}

function ofTwo([first, second]: readonly [Offered, Offered]): Warning[] {
  const [one, other] = [titleOf(first), titleOf(second)];
  const warnings: Warning[] = [];
  if (first.type === second.type && areNear(first.name, second.name)) {
    warnings.push({
      rule: "near_names",
      operation: other,
      message: `its name is nearly that of ${one}`,
      hint: "give them names that cannot be mistaken for each other",
    });
  }
  if (first.description === second.description) {
    warnings.push({
      rule: "same_description",
      operation: other,
      message: `its description is that of ${one}, word for word`,
      hint: "say what it alone does: the description is all that tells them apart",
    });
  }
  return warnings;
}

/** Whether two names differ in a letter or less, or in nothing but how their words are joined. */
function areNear(a: string, b: string): boolean {
  const [first, second] = [a, b].map((name) => name.toLowerCase().replaceAll(/[-_]/g, ""));
  if (first === undefined || second === undefined) return false;
  return first === second || (Math.min(first.length, second.length) > 3 && editsBetween(first, second) === 1);
}
