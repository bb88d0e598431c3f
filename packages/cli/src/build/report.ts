import { relative } from "node:path";
import type { Category } from "../source/read-source.js";
import { count } from "../text.js";
import type { Build, BuiltFile } from "./build.js";
import { platformName } from "./platform.js";
import { devOverrides, providerBlock, requiredProviders } from "./snippets.js";

const serviceOf: Readonly<Record<Category, string>> = { tool: "tools", slashcommand: "slash commands" };

/** What an operator writes to have the kernel run a build. */
export interface Hcl {
  readonly devOverrides: string;
  readonly requiredProviders: string;
  readonly provider: string;
  /** For each file the line with its checksum, as the kernel's lock file has it. */
  readonly checksums: readonly string[];
}

/** Has a kernel take local files for a plugin. */
export function devOverridesOf({ plugin, files }: Pick<Build, "plugin" | "files">): string {
  const local = files.map(({ path, category }) => ({ path, holds: serviceOf[category] }));
  return devOverrides(plugin.name, local);
}

/** The texts for the operator's files. */
export function hclOf({ plugin, files }: Build): Hcl {
  const config = files.find((file) => file.config !== undefined)?.config;
  return {
    devOverrides: devOverridesOf({ plugin, files }),
    requiredProviders: requiredProviders(plugin),
    provider: config === undefined ? "" : providerBlock(plugin.name, config),
    checksums: files.map(({ sha256 }) => `"${platformName()}" = "sha256:${sha256}"`),
  };
}

/** A build for people. */
export function buildText(build: Build, cwd: string): string {
  const { plugin, files } = build;
  const hcl = hclOf(build);
  const why =
    files.length === 1
      ? []
      : ["It has tools and slash commands. A kernel takes one of them from a process, so these are two files.", ""];
  const lines = [
    `${plugin.name} ${plugin.version} of ${plugin.source}`,
    "",
    ...why,
    ...files.flatMap((file, index) => [...fileLines(file, cwd), `  lock file  ${hcl.checksums[index]}`, ""]),
    "To have your kernel run it, in $XDG_CONFIG_HOME/agent/config.hcl:",
    "",
    hcl.devOverrides,
    "",
    "And in agent.hcl of the project:",
    "",
    hcl.requiredProviders,
    "",
    hcl.provider,
    "",
  ];
  return lines.join("\n");
}

function fileLines({ path, category, bytes, sha256, offers }: BuiltFile, cwd: string): string[] {
  const offered = [
    [offers.tools, "tool"],
    [offers.prompts, "prompt"],
    [offers.commands, "slash command"],
  ] as const;
  return [
    `${relative(cwd, path) || path}`,
    `  category   ${category}: ${offered.flatMap(([found, what]) => (found === 0 ? [] : [count(found, what)])).join(", ")}`,
    `  size       ${(bytes / 1024).toFixed(1)} KiB`,
    `  sha256     ${sha256}`,
    "  started    once, as a kernel does: handshake, Describe, schema, shutdown",
  ];
}

/** A build for programs. */
export function buildJson(build: Build): object {
  const { plugin, files, warnings } = build;
  const { name, version, source } = plugin;
  const { checksums, ...hcl } = hclOf(build);
  const told = files.map(({ category, path, bytes, sha256, offers }, index) => ({
    category,
    path,
    map: `${path}.map`,
    notices: `${path}.notices.txt`,
    bytes,
    sha256,
    checksum: checksums[index],
    offers,
  }));
  return { name, version, source, files: told, hcl, warnings };
}
