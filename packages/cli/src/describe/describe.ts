import { fromJson } from "@bufbuild/protobuf";
import type { ConfigSchema } from "@plugwright/protocol/config";
import { type GetCapabilitiesResponse, GetCapabilitiesResponseSchema } from "@plugwright/protocol/slashcommand";
import { type GetSchemaResponse, GetSchemaResponseSchema } from "@plugwright/protocol/tool";
import type { BundlerOptions } from "../source/bundler.js";
import { type ReadPlugin, readSource } from "../source/read-source.js";
import { isSource, sourceFile } from "../source/source-file.js";
import { temporaryFolder } from "../temporary-folder.js";
import { describeExecutable } from "./executable.js";

/** Who a plugin is and what it offers, from its source or from an executable. */
export interface Described {
  readonly name: string;
  readonly version: string;
  readonly source: string;
  /** What it answers to GetSchema. Absent for one that has neither tools nor prompts. */
  readonly tool: GetSchemaResponse | undefined;
  /** What it answers to GetCapabilities. Absent for one that has no commands. */
  readonly slashcommand: GetCapabilitiesResponse | undefined;
  /** What only its source tells. Absent for an executable. */
  readonly read: ReadPlugin | undefined;
  /** The folder of its `package.json`. Absent for an executable. */
  readonly project: string | undefined;
}

export interface DescribeOptions extends Pick<BundlerOptions, "cwd" | "conditions"> {
  /** Takes what the plugin prints or logs. */
  readonly print: (text: string) => void;
}

/**
 * Looks at a plugin: at its source, of which a copy is evaluated in a process of its own, or at an executable, which is
 * launched as a kernel does.
 * @throws CommandError when it is no plugin.
 */
export async function describePlugin(file: string, { cwd, conditions, print }: DescribeOptions): Promise<Described> {
  if (!isSource(file)) return { ...(await describeExecutable(file, print)), read: undefined, project: undefined };
  const source = sourceFile(file);
  const work = temporaryFolder();
  try {
    const read = await readSource({ source, cwd, conditions }, work.path, print);
    return { ...fromAdvertised(read), read, project: source.project };
  } finally {
    work.remove();
  }
}

/** The messages of what crossed as JSON. */
export function fromAdvertised({
  name,
  version,
  source,
  advertised: { tool, slashcommand },
}: Pick<ReadPlugin, "name" | "version" | "source" | "advertised">): Omit<Described, "read" | "project"> {
  return {
    name,
    version,
    source,
    tool: tool === undefined ? undefined : fromJson(GetSchemaResponseSchema, tool),
    slashcommand: slashcommand === undefined ? undefined : fromJson(GetCapabilitiesResponseSchema, slashcommand),
  };
}

/** The configuration that it takes, which both services tell alike. */
export function configOf({ tool, slashcommand }: Pick<Described, "tool" | "slashcommand">): ConfigSchema | undefined {
  return tool?.configSchema ?? slashcommand?.configSchema;
}
