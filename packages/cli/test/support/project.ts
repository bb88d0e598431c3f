import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Ran, runProgram } from "./program.js";

export const root = join(import.meta.dirname, "../../../..");

/** A folder with the sources of a plugin, as its author has it. */
export interface Project {
  readonly folder: string;
  /** Runs `plugwright` in it. */
  readonly plugwright: (...args: string[]) => Promise<Ran>;
  /** Runs `plugwright build` in it, with the SDK from its source. */
  readonly build: (...args: string[]) => Promise<Ran>;
}

const folders: string[] = [];

/** A new folder below the system's folder for temporary files. */
export function newFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "cli-test-")));
  folders.push(folder);
  return folder;
}

/** To be called when the tests of a file are over. */
export function removeFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

export interface ProjectOptions {
  /** Where to make it. A new folder unless given. */
  readonly folder?: string;
  /** Files of an existing project to start with. */
  readonly from?: string;
  /** Whether the repository's node_modules are there. */
  readonly installed?: boolean;
}

/** Makes a project of these files: their text by their path. */
export function project(files: Readonly<Record<string, string>>, options: ProjectOptions = {}): Project {
  const { folder = newFolder(), from, installed = true } = options;
  mkdirSync(folder, { recursive: true });
  if (from !== undefined) {
    for (const name of ["src", "package.json", "tsconfig.json"]) {
      cpSync(join(from, name), join(folder, name), { recursive: true });
    }
  } else {
    writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "fixture", private: true, type: "module" }));
  }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  if (installed) symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "junction");
  const plugwright = (...args: string[]) => runProgram(args, { cwd: folder });
  return {
    folder,
    plugwright,
    build: (...args) => plugwright("build", "--conditions", "@plugwright/source", ...args),
  };
}
