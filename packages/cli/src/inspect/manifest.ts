import { readFileSync } from "node:fs";
import { join } from "node:path";

/** What a package says of itself, as far as it does. */
export interface Manifest {
  readonly version: string | undefined;
  /** Where its sources are, in the form of a plugin's source: `github.com/acme/tools`. */
  readonly repository: string | undefined;
}

/** Reads the `package.json` of a folder. Whatever is wrong with it is for npm to tell. */
export function readManifest(folder: string): Manifest {
  let manifest: unknown;
  try {
    manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  } catch {
    return { version: undefined, repository: undefined };
  }
  const { version, repository } = Object(manifest);
  const url: unknown = typeof repository === "object" && repository !== null ? Object(repository).url : repository;
  return {
    version: typeof version === "string" ? version : undefined,
    repository: typeof url === "string" ? sourceOf(url) : undefined,
  };
}

/** The address of a repository without what differs from one way of writing it to the next. */
function sourceOf(url: string): string {
  const short = /^(?:(github|gitlab|bitbucket):)?([\w.-]+\/[\w.-]+)$/.exec(url);
  if (short !== null) {
    const host = short[1] === "gitlab" ? "gitlab.com" : short[1] === "bitbucket" ? "bitbucket.org" : "github.com";
    return `${host}/${short[2]}`;
  }
  return url
    .replace(/^git\+/, "")
    .replace(/^(?:\w+:\/\/)?(?:[^@/]+@)?/, "")
    .replace(/^([^/:]+):(?!\d)/, "$1/")
    .replace(/\.git$/, "");
}
