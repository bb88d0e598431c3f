import { relative, resolve } from "node:path";
import { CommandError } from "../problem.js";
import type { Bundled, BundlerOptions } from "../source/bundler.js";
import { includedFiles } from "./compartments.js";
import { type FindPackage, isOurs } from "./packages.js";

/**
 * Makes sure that a main file tells the kernel where the plugin listens before it runs anything else: that it imports
 * nothing but what is ours.
 * @throws CommandError naming what it imports besides.
 */
export function checkStart(bundled: Bundled, { source, cwd }: BundlerOptions, find: FindPackage): void {
  const included = new Set(includedFiles(bundled, source.project));
  const main = Object.entries(bundled.metafile.inputs).find(([file]) => resolve(source.project, file) === source.path);
  const imported = (main?.[1].imports ?? []).filter(({ path, external }) => {
    const file = resolve(source.project, path);
    return external !== true && included.has(file) && !isOurs(find(file));
  });
  if (imported.length === 0) return;
  throw new CommandError("the plugin would be loaded before the kernel knows where it listens", [
    {
      where: relative(cwd, source.path),
      reason: `it imports ${imported.map(({ original, path }) => original ?? path).join(", ")}, which would run first`,
      hint: 'leave nothing in it but serve(() => import("./plugin.js")), and import all else in that file',
    },
  ]);
}
