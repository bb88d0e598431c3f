import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { CreateError } from "./problem.js";
import { type ProjectOptions, projectFiles } from "./project-files.js";

/** What an empty folder may have. */
const harmless = [".git", ".DS_Store"];

/** @throws CreateError if there is something in the folder, or it is none. */
export function checkFolder(folder: string, shown: string): void {
  if (!existsSync(folder)) return;
  let found: string[];
  try {
    found = readdirSync(folder).filter((name) => !harmless.includes(name));
  } catch {
    throw new CreateError(`${shown} is no folder`, "name one that is empty, or not there");
  }
  const [first] = found.sort();
  if (first === undefined) return;
  const more = found.length === 1 ? "" : ` and ${found.length - 1} more`;
  throw new CreateError(`${shown} is not empty: it has ${first}${more}`, "name a folder that is empty, or not there");
}

/** Writes a project. @returns the paths of its files, sorted */
export function writeProject(folder: string, options: ProjectOptions): readonly string[] {
  const files = new Map([...Object.entries(projectFiles(options)), ...options.sources]);
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return [...files.keys()].sort();
}
