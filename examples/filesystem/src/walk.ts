import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

const skipped: ReadonlySet<string> = new Set([".git", "node_modules"]);

/**
 * The regular files below a directory in the order of their names, or the file itself. Links are not followed, `.git`
 * and `node_modules` are left out. Throws the signal's reason once it has aborted.
 */
export async function* filesBelow(path: string, signal: AbortSignal): AsyncGenerator<string, void, void> {
  if ((await stat(path)).isDirectory()) yield* walk(path, signal);
  else yield path;
}

/** All of {@link filesBelow}, for who wants to know how many there are. */
export async function listFilesBelow(path: string, signal: AbortSignal): Promise<string[]> {
  const files: string[] = [];
  for await (const file of filesBelow(path, signal)) files.push(file);
  return files;
}

async function* walk(directory: string, signal: AbortSignal): AsyncGenerator<string, void, void> {
  signal.throwIfAborted();
  const entries = await readdir(directory, { withFileTypes: true });
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const path = join(directory, entry.name);
    if (entry.isFile()) yield path;
    else if (entry.isDirectory() && !skipped.has(entry.name)) yield* walk(path, signal);
  }
}
