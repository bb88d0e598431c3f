import type { Plugin } from "../plugin/definition.js";
import { pluginKey } from "../plugin/plugin-key.js";

/** Loads the plugin: `() => import("./plugin.js")`, where plugin.ts exports `plugin`. */
export type Load = () => Promise<Plugin | { readonly plugin: Plugin }>;

/**
 * Runs the author's module.
 * @throws Error in a sentence when it exports no plugin, or has decorators that nothing compiled; whatever the module
 *   throws.
 */
export async function loadPlugin(load: Load): Promise<Plugin> {
  const loaded: unknown = await run(load);
  if (isPlugin(loaded)) return loaded;
  if (typeof loaded === "object" && loaded !== null && "plugin" in loaded && isPlugin(loaded.plugin))
    return loaded.plugin;
  throw new Error("the module exports no plugin: write `export const plugin = definePlugin({ ... })` in it");
}

async function run(load: Load): Promise<unknown> {
  try {
    return await load();
  } catch (error) {
    // Node tells neither file nor place to whoever catches it, only what it says of any character that it cannot read.
    if (!(error instanceof SyntaxError) || error.message !== "Invalid or unexpected token") throw error;
    const hint =
      "if it is the @ of a decorator, compile the file with tsc, esbuild, swc or Babel: no Node reads decorators";
    throw new SyntaxError(`${error.message}; ${hint}`, { cause: error });
  }
}

/** Whether this is what `definePlugin` returns, of any copy of the SDK. */
export function isPlugin(value: unknown): value is Plugin {
  return typeof value === "object" && value !== null && pluginKey in value;
}
