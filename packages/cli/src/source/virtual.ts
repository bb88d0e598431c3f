import { dirname } from "node:path";
import type { Plugin } from "esbuild";
import type { SourceFile } from "./source-file.js";

/** Modules that are in no file. */
const namespace = "plugwright";

/** The module that {@link virtualEntry} makes, as the bundler calls it. */
export const entryName = `${namespace}:entry`;

/** Whether the bundler tells of a module that is in no file. */
export function isVirtual(input: string): boolean {
  return input.startsWith(`${namespace}:`);
}

/** Lets the bundler start at a module that is in no file. It resolves its imports as the source file does. */
export function virtualEntry({ path }: SourceFile, contents: string): Plugin {
  return {
    name: "entry",
    setup({ onLoad, onResolve }) {
      onResolve({ filter: new RegExp(`^${entryName}$`) }, () => ({ path: "entry", namespace }));
      onLoad({ filter: /^entry$/, namespace }, () => ({
        contents,
        resolveDir: dirname(path),
        loader: "js",
      }));
    },
  };
}

/** The entry of the SDK that a main file takes `serve` from. */
export const servingEntry = "@plugwright/sdk/node";

/**
 * Gives the source file another `serve` than the SDK's; all else that it takes from there stays.
 * @param serve a declaration of `serve`, which may use the SDK's own one as `original`.
 */
export function replaceServe({ path }: SourceFile, serve: string): Plugin {
  const contents = `
    import { serve as original } from ${JSON.stringify(servingEntry)};
    export * from ${JSON.stringify(servingEntry)};
    export ${serve}
  `;
  return {
    name: "serve",
    setup({ onLoad, onResolve }) {
      onResolve({ filter: new RegExp(`^${servingEntry}$`) }, ({ importer }) =>
        importer === path ? { path: "serve", namespace, sideEffects: false } : undefined,
      );
      onLoad({ filter: /^serve$/, namespace }, () => ({
        contents,
        resolveDir: dirname(path),
        loader: "js",
      }));
    },
  };
}
