import { type Plugin, pluginKey } from "../plugin/definition.js";

/** Loads the plugin: `() => import("./plugin.js")`, where plugin.ts exports `plugin`. */
export type Load = () => Promise<Plugin | { readonly plugin: Plugin }>;

/**
 * Runs the author's module.
 * @throws Error in a sentence when it exports no plugin; whatever the module throws.
 */
export async function loadPlugin(load: Load): Promise<Plugin> {
  const loaded: unknown = await load();
  if (isPlugin(loaded)) return loaded;
  if (typeof loaded === "object" && loaded !== null && "plugin" in loaded && isPlugin(loaded.plugin))
    return loaded.plugin;
  throw new Error("the module exports no plugin: write `export const plugin = definePlugin({ ... })` in it");
}

/** Whether this is what `definePlugin` returns, of any copy of the SDK. */
export function isPlugin(value: unknown): value is Plugin {
  return typeof value === "object" && value !== null && pluginKey in value;
}
