import { relative } from "node:path";
import { pluginKey } from "@plugwright/sdk";
import { CommandError, type Problem } from "../problem.js";
import type { BundlerOptions } from "./bundler.js";
import { placeIn } from "./stack.js";

/** What a script tells of a plugin that it could not load. */
export type NotLoaded =
  | { readonly role: "none"; readonly exports: readonly string[] }
  | { readonly role: "thrown"; readonly text: string; readonly stack: string }
  | { readonly role: "faulty"; readonly headline: string; readonly faults: readonly Problem[] };

const served = "plugwright/served";

/** Takes the place of the SDK's `serve` in a main file. */
export const recordServe = `function serve(load, options) {
  globalThis[Symbol.for(${JSON.stringify(served)})] = { load, options };
}`;

/**
 * The part of a script that loads a plugin from its own or its main file: `load()` returns `plugin`, or `exports` where
 * there is none, and `main`, what a main file gave to `serve`. `told(thrown)` makes a {@link NotLoaded} of whatever it
 * throws.
 */
export function loadingScript(path: string): string {
  return `
    import { inspect } from "node:util";
    const pluginKey = Symbol.for(${JSON.stringify(Symbol.keyFor(pluginKey))});
    const isPlugin = (value) => typeof value === "object" && value !== null && pluginKey in value;
    const load = async () => {
      const module = await import(${JSON.stringify(path)});
      const served = globalThis[Symbol.for(${JSON.stringify(served)})];
      const loaded = served === undefined ? module : await served.load();
      const plugin = isPlugin(loaded) ? loaded : loaded?.plugin;
      const main = served === undefined ? undefined : (served.options ?? {});
      return { plugin: isPlugin(plugin) ? plugin : undefined, main, exports: Object.keys(loaded ?? {}) };
    };
    const told = (error) => {
      if (error?.name !== "PluginDefinitionError") {
        const text = error instanceof Error ? error.name + ": " + error.message : inspect(error);
        return { role: "thrown", text, stack: inspect(error) };
      }
      const faults = error.faults.map(({ subject, part, path, reason, hint }) => {
        const where = [part === undefined ? subject : subject + ", " + part, path];
        return { where: where.filter((word) => word !== "").join(" "), reason, hint };
      });
      return { role: "faulty", headline: error.message.split("\\n")[0].replace(/:$/, ""), faults };
    };
  `;
}

/** Why a plugin was not loaded, for whoever wrote it. */
export function loadError(told: NotLoaded, { source, cwd }: Pick<BundlerOptions, "source" | "cwd">): CommandError {
  const where = relative(cwd, source.path);
  switch (told.role) {
    case "faulty":
      return new CommandError(`${where}: ${told.headline}`, told.faults);
    case "thrown":
      return new CommandError("the plugin cannot be loaded", [
        {
          where: placeIn(told.stack, source.project, cwd) ?? where,
          reason: `the module throws: ${told.text}`,
          hint: "only declare in it; do all else in `setup`",
          details: told.stack,
        },
      ]);
    case "none": {
      const found = told.exports.length === 0 ? "nothing" : told.exports.join(", ");
      return new CommandError("there is no plugin to read", [
        {
          where,
          reason: `the module exports ${found}, and no plugin`,
          hint: "write `export const plugin = definePlugin({ ... })` in it",
        },
      ]);
    }
  }
}
