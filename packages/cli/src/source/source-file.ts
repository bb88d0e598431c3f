import { existsSync, realpathSync } from "node:fs";
import { dirname, extname, join, resolve } from "node:path";
import { glob, isDynamicPattern } from "tinyglobby";
import { CommandError, usageError } from "../problem.js";

/** The file that is read. */
export interface SourceFile {
  readonly path: string;
  /** The folder of the package it belongs to: where the author's `package.json` is. */
  readonly project: string;
}

const defaults = ["src/plugin", "src/main"];
const extensions = ["ts", "mts", "js", "mjs"];

/** Whether a file is what the bundler reads, and no executable. */
export function isSource(file: string): boolean {
  return [".ts", ".mts", ".cts", ".js", ".mjs", ".cjs"].includes(extname(file));
}

/**
 * The files that were asked for, each a path or a pattern, or the plugin's own file where it usually is.
 * @throws CommandError when one is not there, or none matches a pattern.
 */
export async function findFiles(cwd: string, given: readonly string[]): Promise<readonly string[]> {
  if (given.length === 0) return [findSource(cwd, undefined).path];
  const found: string[] = [];
  for (const pattern of given) {
    if (existsSync(resolve(cwd, pattern)) || !isDynamicPattern(pattern)) {
      found.push(existing(cwd, pattern));
      continue;
    }
    const matching = await glob(pattern, { cwd, absolute: true, ignore: ["**/node_modules/**"] });
    if (matching.length === 0)
      throw usageError(`${pattern} matches no file in ${cwd}`, "name files that export `plugin`");
    found.push(...matching.sort());
  }
  return [...new Set(found)];
}

/** As {@link findFiles}, for a command that takes one. @throws CommandError (wrong usage) for a pattern of several. */
export async function findFile(cwd: string, given: string | undefined): Promise<string> {
  const [file, ...more] = await findFiles(cwd, given === undefined ? [] : [given]);
  if (file !== undefined && more.length === 0) return file;
  throw usageError(`${given} matches ${more.length + 1} files`, "name one");
}

/**
 * The file that was asked for, or the plugin's own file where it usually is.
 * @throws CommandError when it is not there.
 */
export function findSource(cwd: string, given: string | undefined): SourceFile {
  if (given !== undefined) return sourceFile(existing(cwd, given));
  for (const stem of defaults) {
    for (const extension of extensions) {
      const path = join(cwd, `${stem}.${extension}`);
      if (existsSync(path)) return sourceFile(path);
    }
  }
  throw new CommandError(
    "there is no plugin here",
    [
      {
        where: cwd,
        reason: "there is neither src/plugin.ts nor src/main.ts",
        hint: "name the file that exports `plugin`, as in path/to/plugin.ts",
      },
    ],
    2,
  );
}

/** @throws CommandError (wrong usage) unless there is such a file. */
function existing(cwd: string, given: string): string {
  const path = resolve(cwd, given);
  if (existsSync(path)) return path;
  throw usageError(`there is no file ${given} in ${cwd}`, "name the file that exports `plugin`");
}

/** A file of source, with the package that it belongs to. */
export function sourceFile(path: string): SourceFile {
  // As the bundler names it.
  const real = realpathSync(path);
  return { path: real, project: packageFolder(dirname(real)) ?? dirname(real) };
}

/** The nearest folder upwards that has a `package.json`. */
function packageFolder(folder: string): string | undefined {
  if (existsSync(join(folder, "package.json"))) return folder;
  const above = dirname(folder);
  return above === folder ? undefined : packageFolder(above);
}
