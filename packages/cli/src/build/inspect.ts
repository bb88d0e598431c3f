import { writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { pluginKey } from "@plugwright/sdk";
import { CommandError, type Problem } from "../problem.js";
import { type BundlerOptions, bundle } from "./bundler.js";
import { runScript } from "./run-script.js";
import { entryName, replaceServe, virtualEntry } from "./virtual.js";

/** The services of a plugin. A kernel takes one from a process. */
export type Category = "tool" | "slashcommand";

/** What must be known of a plugin before it can be built. */
export interface Inspected {
  /** Whether the file exports the plugin or serves it. */
  readonly role: "plugin" | "main";
  readonly name: string;
  readonly version: string;
  readonly source: string;
  /** What it has. */
  readonly categories: readonly Category[];
  /** The one category that the main file asks for. */
  readonly only?: Category;
  /** What is legal but unusual. */
  readonly warnings: readonly string[];
}

/** What the script below writes. */
type Report =
  | Inspected
  | { readonly role: "none"; readonly exports: readonly string[] }
  | { readonly role: "thrown"; readonly text: string }
  | { readonly role: "faulty"; readonly headline: string; readonly faults: readonly Problem[] };

/** How long a plugin's module may take to be evaluated, in milliseconds. */
const patienceMs = 30_000;

/**
 * Runs the source file in a process of its own and asks what it declares. Nothing is served.
 * @param print takes what the file prints
 * @throws CommandError when it cannot be bundled, throws, or declares no plugin.
 */
export async function inspectSource(
  options: BundlerOptions,
  folder: string,
  print: (text: string) => void,
): Promise<Inspected> {
  const { source, cwd } = options;
  const { outputFiles } = await bundle(options, {
    entryPoints: { inspect: entryName },
    outdir: folder,
    format: "cjs",
    // For the stack of what it throws.
    sourcemap: "inline",
    sourcesContent: false,
    plugins: [virtualEntry(source, script(source.path)), replaceServe(source, recordServe)],
    banner: { js: placeOfScript },
  });
  const file = join(folder, "inspect.cjs");
  writeFileSync(file, outputFiles[0]?.contents ?? "");
  const where = relative(cwd, source.path);
  const said = await runScript(file, { cwd, patienceMs, print });
  if (said === undefined) {
    throw new CommandError("the plugin cannot be loaded", [
      {
        where,
        reason: `the module was not loaded within ${patienceMs / 1000} s, or ended the process`,
        hint: "only declare in it; open connections in `setup`",
      },
    ]);
  }
  // Written by the script below, in this very process's version.
  const report = JSON.parse(said) as Report;
  if (report.role === "faulty") throw new CommandError(`${where}: ${report.headline}`, report.faults);
  if (report.role === "thrown") {
    throw new CommandError("the plugin cannot be loaded", [
      { where, reason: `the module throws: ${report.text}\n`, hint: "only declare in it; do all else in `setup`" },
    ]);
  }
  if (report.role === "none") {
    const found = report.exports.length === 0 ? "nothing" : report.exports.join(", ");
    throw new CommandError("there is no plugin to build", [
      {
        where,
        reason: `the module exports ${found}, and no plugin`,
        hint: "write `export const plugin = definePlugin({ ... })` in it",
      },
    ]);
  }
  if (report.categories.length === 0) {
    throw new CommandError("there is nothing to serve", [
      { where, reason: `the plugin ${report.name} has no tools, prompts or commands`, hint: "declare one" },
    ]);
  }
  return report;
}

const served = "plugwright/served";

const recordServe = `function serve(load, options) {
  globalThis[Symbol.for(${JSON.stringify(served)})] = { load, options };
}`;

const placeOfScript =
  'const plugwright = { url: require("node:url").pathToFileURL(__filename).href, filename: __filename, dirname: __dirname };';

function script(path: string): string {
  return `
    import { writeSync } from "node:fs";
    import { inspect } from "node:util";
    const isPlugin = (value) => typeof value === "object" && value !== null && Symbol.for(${JSON.stringify(Symbol.keyFor(pluginKey))}) in value;
    const look = async () => {
      const module = await import(${JSON.stringify(path)});
      const served = globalThis[Symbol.for(${JSON.stringify(served)})];
      const loaded = served === undefined ? module : await served.load();
      const plugin = isPlugin(loaded) ? loaded : loaded?.plugin;
      if (!isPlugin(plugin)) return { role: "none", exports: Object.keys(loaded ?? {}) };
      const { name, version, source, tools, commands, prompts } = plugin;
      const { warnings } = plugin[Symbol.for(${JSON.stringify(Symbol.keyFor(pluginKey))})];
      const categories = [
        ...(tools.length + prompts.length > 0 ? ["tool"] : []),
        ...(commands.length > 0 ? ["slashcommand"] : []),
      ];
      const role = served === undefined ? "plugin" : "main";
      return { role, name, version, source, categories, only: served?.options?.category, warnings };
    };
    const told = (error) => {
      if (error?.name !== "PluginDefinitionError") return { role: "thrown", text: inspect(error) };
      const faults = error.faults.map(({ subject, part, path, reason, hint }) => {
        const where = [part === undefined ? subject : subject + ", " + part, path];
        return { where: where.filter((word) => word !== "").join(" "), reason, hint };
      });
      return { role: "faulty", headline: error.message.split("\\n")[0].replace(/:$/, ""), faults };
    };
    look().catch(told).then((report) => {
      writeSync(3, JSON.stringify(report));
      process.exit(0);
    });
  `;
}
