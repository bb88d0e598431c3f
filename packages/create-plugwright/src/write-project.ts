import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { CreateError } from "./problem.js";
import { type ProjectOptions, projectFiles } from "./project-files.js";

/** What an empty folder may have. */
const harmless = [".git", ".DS_Store"];

/** @throws CreateError if there is something in the folder, or it is none that can be looked into. */
export function checkFolder(folder: string, shown: string): void {
  let found: string[];
  try {
    found = readdirSync(folder).filter((name) => !harmless.includes(name));
  } catch (error) {
    if (codeOf(error) === "ENOENT") return;
    throw notWritable(error, shown);
  }
  const [first] = found.sort();
  if (first === undefined) return;
  const more = found.length === 1 ? "" : ` and ${found.length - 1} more`;
  throw new CreateError(`${shown} is not empty: it has ${first}${more}`, "name a folder that is empty, or not there");
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}

function notWritable(error: unknown, shown: string): CreateError {
  const reason = error instanceof Error ? error.message : String(error);
  return new CreateError(`${shown} cannot be taken: ${reason}`, "name a folder that is empty, or not there", 1);
}

/**
 * Writes a project.
 * @returns the paths of its files, sorted
 * @throws CreateError when the folder cannot be written
 */
export function writeProject(folder: string, shown: string, options: ProjectOptions): readonly string[] {
  const files = new Map([...Object.entries(projectFiles(options)), ...options.sources]);
  try {
    for (const [path, text] of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    throw notWritable(error, shown);
  }
  return [...files.keys()].sort();
}
