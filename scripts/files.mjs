import { readdirSync } from "node:fs";
import { join } from "node:path";

const SKIPPED = new Set(["node_modules", "dist", ".git"]);

/**
 * All files below a folder, as paths that start with it, in a stable order. Dependencies and build output
 * are left out; a folder that does not exist is empty.
 *
 * @param {string} folder
 * @param {RegExp} [name] what a file's name must match
 * @param {ReadonlySet<string>} [skipped] names of folders
 * @returns {string[]}
 */
export function filesBelow(folder, name = /./, skipped = SKIPPED) {
  /** @type {import("node:fs").Dirent[]} */
  let entries;
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === "ENOENT") return [];
    throw error;
  }
  return entries
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return skipped.has(entry.name) ? [] : filesBelow(path, name, skipped);
      return name.test(entry.name) ? [path] : [];
    });
}
