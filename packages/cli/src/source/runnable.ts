import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BuildOptions } from "esbuild";
import { type BundlerOptions, bundle, placeOfBundle } from "./bundler.js";
import type { Category, ReadPlugin } from "./read-source.js";
import { startingPlugins } from "./start.js";

/** How a plugin is bundled to be run at once: quickly, and with places in its sources. */
export const runnableSettings = {
  format: "cjs",
  sourcemap: "inline",
  sourcesContent: false,
  banner: { js: placeOfBundle },
} as const satisfies BuildOptions;

/** The arguments with which Node runs such a bundle. */
export function runnableArguments(file: string): readonly string[] {
  return ["--enable-source-maps", file];
}

/**
 * Bundles a plugin into one file that serves a category of it.
 * @param folder takes the file
 * @returns its path
 */
export async function writeRunnable(
  options: BundlerOptions,
  { role, name }: Pick<ReadPlugin, "role" | "name">,
  category: Category,
  folder: string,
): Promise<string> {
  const { source } = options;
  const { outputFiles } = await bundle(options, {
    ...runnableSettings,
    entryPoints: { plugin: startingPlugins.entryPoint(source, role) },
    outdir: folder,
    plugins: startingPlugins.of(source, role, category),
  });
  const file = join(folder, `${name}.cjs`);
  writeFileSync(file, outputFiles[0]?.contents ?? "");
  return file;
}
