import type { Plugin } from "esbuild";
import type { Category, ReadPlugin } from "./read-source.js";
import type { SourceFile } from "./source-file.js";
import { entryName, replaceServe, servingEntry, virtualEntry } from "./virtual.js";

/**
 * How a built file begins: with the author's main file, which is made to serve one category, or with one of our own
 * around the plugin's.
 */
export const startingPlugins = {
  entryPoint: ({ path }: SourceFile, role: ReadPlugin["role"]): string => (role === "main" ? path : entryName),

  of(source: SourceFile, role: ReadPlugin["role"], category: Category): Plugin[] {
    const options = JSON.stringify({ category });
    if (role === "main") {
      return [replaceServe(source, `const serve = (load, options) => original(load, { ...options, ...${options} });`)];
    }
    return [
      virtualEntry(
        source,
        `import { serve } from ${JSON.stringify(servingEntry)};
        serve(() => import(${JSON.stringify(source.path)}), ${options});`,
      ),
    ];
  },
};
