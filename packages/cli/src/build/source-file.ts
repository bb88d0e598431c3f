import { existsSync, realpathSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { CommandError, usageError } from "../problem.js";

/** The file that is built. */
export interface SourceFile {
  readonly path: string;
  /** The folder of the package it belongs to: where the author's `package.json` is. */
  readonly project: string;
}

const defaults = ["src/plugin", "src/main"];
const extensions = ["ts", "mts", "js", "mjs"];

/**
 * The file that was asked for, or the plugin's own file where it usually is.
 * @throws CommandError when it is not there.
 */
export function findSource(cwd: string, given: string | undefined): SourceFile {
  if (given !== undefined) {
    const path = resolve(cwd, given);
    if (!existsSync(path))
      throw usageError(`there is no file ${given} in ${cwd}`, "name the file that exports `plugin`");
    return sourceFile(path);
  }
  for (const stem of defaults) {
    for (const extension of extensions) {
      const path = join(cwd, `${stem}.${extension}`);
      if (existsSync(path)) return sourceFile(path);
    }
  }
  throw new CommandError(
    "there is nothing to build",
    [
      {
        where: cwd,
        reason: "there is neither src/plugin.ts nor src/main.ts",
        hint: "name the file that exports `plugin`: plugwright build path/to/plugin.ts",
      },
    ],
    2,
  );
}

function sourceFile(path: string): SourceFile {
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
