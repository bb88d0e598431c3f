import { createHash } from "node:crypto";
import { lstat, mkdtemp, readdir, readFile, readlink, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runInThisContext } from "node:vm";
import { failure } from "./fail.js";

/** What may not change. */
export interface MutationOptions {
  /** The working directory of the calls, and whatever else they could reach. Compared by content. */
  readonly directories: readonly string[];
}

/**
 * Runs something, and checks that the files in these directories are what they were, and that nothing was left in the
 * directory for temporary files: `TMPDIR` of this process leads to an empty one meanwhile.
 *
 * What it cannot see: files elsewhere, changes that were undone, times and owners of files, other processes' TMPDIR (a
 * launched plugin has one of its own), databases, networks.
 * @returns what `run` returned
 * @throws AssertionError that lists each change.
 */
export async function expectNoMutation<T>({ directories }: MutationOptions, run: () => Promise<T>): Promise<T> {
  const temporary = await mkdtemp(join(tmpdir(), "mutation-"));
  const restore = leadTemporaryFilesTo(temporary);
  try {
    const watched = [...directories, temporary];
    const earlier = await snapshot(watched);
    const returned = await run();
    const changes = changesBetween(earlier, await snapshot(watched));
    if (changes.length > 0) throw failure(`what was to be left alone has changed:\n${changes.join("\n")}`);
    return returned;
  } finally {
    restore();
    await rm(temporary, { recursive: true, force: true });
  }
}

/** Sets TMPDIR; returns what brings back what it was. */
function leadTemporaryFilesTo(directory: string): () => void {
  // Jest gives tests a copy of the process's variables, which Node's own modules do not look at.
  const own: NodeJS.ProcessEnv = runInThisContext("process.env");
  const environments = new Set([process.env, own]);
  const before = [...environments].map((variables) => [variables, variables["TMPDIR"]] as const);
  for (const variables of environments) variables["TMPDIR"] = directory;
  return () => {
    for (const [variables, value] of before) {
      if (value === undefined) delete variables["TMPDIR"];
      else variables["TMPDIR"] = value;
    }
  };
}

/** What is at each path: the hash of a file, the target of a link. */
async function snapshot(directories: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const visit = async (path: string): Promise<void> => {
    const entry = await lstat(path).catch(() => undefined);
    if (entry === undefined) return;
    if (entry.isDirectory()) {
      found.set(path, "directory");
      for (const name of await readdir(path)) await visit(join(path, name));
    } else if (entry.isSymbolicLink()) found.set(path, `link to ${await readlink(path)}`);
    else if (entry.isFile())
      found.set(
        path,
        createHash("sha256")
          .update(await readFile(path))
          .digest("hex"),
      );
    else found.set(path, "something else");
  };
  for (const directory of directories) await visit(directory);
  return found;
}

function changesBetween(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  const paths = [...new Set([...before.keys(), ...after.keys()])].sort();
  return paths.flatMap((path) => {
    const [was, is] = [before.get(path), after.get(path)];
    if (was === is) return [];
    return [`${was === undefined ? "created" : is === undefined ? "deleted" : "changed"} ${path}`];
  });
}
