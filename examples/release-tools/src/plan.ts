import { readFile } from "node:fs/promises";
import { type PreviewCall, ToolError } from "@plugwright/sdk";
import { releaseNotes } from "./changelog.js";
import type { Config } from "./config.js";
import { type Bump, nextVersion } from "./next-version.js";

/** What a release would write. Preview and release make the same plan, so that what was allowed is what is done. */
export interface Plan {
  readonly version: string;
  readonly edits: readonly Edit[];
}

export interface Edit {
  /** As the plan calls it, relative to the working directory. */
  readonly name: string;
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/** @throws ToolError when there is nothing to release, or when the version cannot be told. */
export async function planRelease(bump: Bump, today: Date, call: PreviewCall<Config>): Promise<Plan> {
  const read = async (name: string) => {
    const path = call.resolvePath(name);
    return { name, path, before: await readFile(path, { encoding: "utf8", signal: call.signal }) };
  };
  const manifest = await read("package.json");
  const changelog = await read(call.config.changelog);

  const content = parseManifest(manifest.before);
  const version = nextVersion(content.version, bump);
  const notes = releaseNotes(changelog.before, version, today.toISOString().slice(0, 10));
  if (notes === undefined) {
    throw new ToolError(
      "execution_failed",
      `nothing to release: ${changelog.name} lists no change under "## Unreleased"`,
    );
  }
  const indent = /^[ \t]+/m.exec(manifest.before)?.[0] ?? "  ";
  const after = `${JSON.stringify({ ...content, version }, undefined, indent)}\n`;
  return {
    version,
    edits: [
      { ...manifest, after },
      { ...changelog, after: notes },
    ],
  };
}

/** A manifest with its fields in their order. */
function parseManifest(text: string): { readonly version: string } {
  const manifest = parseJson(text);
  if (typeof manifest === "object" && manifest !== null && "version" in manifest) {
    const { version } = manifest;
    if (typeof version === "string") return { ...manifest, version };
  }
  throw new ToolError("execution_failed", "package.json has no version to raise");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ToolError("execution_failed", "package.json is no JSON", { cause });
  }
}
