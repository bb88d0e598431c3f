import { writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { Advertised, SchemaReport } from "@plugwright/sdk";
import { CommandError } from "../problem.js";
import { type BundlerOptions, bundle, placeOfBundle } from "./bundler.js";
import { loadError, loadingScript, type NotLoaded, recordServe } from "./loading.js";
import { runScript } from "./run-script.js";
import { entryName, replaceServe, virtualEntry } from "./virtual.js";

/** The services of a plugin. A kernel takes one from a process. */
export type Category = "tool" | "slashcommand";

/** What the source tells of an operation, and the wire does not. */
export interface DeclaredOperation {
  readonly type: "tool" | "command";
  readonly name: string;
  /** Whether its calls may run a process that is theirs. */
  readonly spawns: boolean;
  /** What becomes of its schemas on the wire. */
  readonly input: SchemaReport;
  readonly output: SchemaReport;
}

/** What a plugin's source declares. */
export interface ReadPlugin {
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
  readonly advertised: Advertised;
  readonly operations: readonly DeclaredOperation[];
}

/** What the script below writes. */
type Report = ReadPlugin | NotLoaded;

/** How long a plugin's module may take to be evaluated, in milliseconds. */
const patienceMs = 30_000;

/**
 * Runs the source file in a process of its own and asks what it declares. Nothing is served.
 * @param folder takes the bundle
 * @param print takes what the file prints
 * @throws CommandError when it cannot be bundled, throws, or declares no plugin.
 */
export async function readSource(
  options: BundlerOptions,
  folder: string,
  print: (text: string) => void,
): Promise<ReadPlugin> {
  const { source, cwd } = options;
  const { outputFiles } = await bundle(options, {
    entryPoints: { inspect: entryName },
    outdir: folder,
    format: "cjs",
    // For the stack of what it throws.
    sourcemap: "inline",
    sourcesContent: false,
    plugins: [virtualEntry(source, script(source.path)), replaceServe(source, recordServe)],
    banner: { js: placeOfBundle },
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
  if ("categories" in report) {
    if (report.categories.length > 0) return report;
    throw new CommandError("there is nothing to serve", [
      { where, reason: `the plugin ${report.name} has no tools, prompts or commands`, hint: "declare one" },
    ]);
  }
  throw loadError(report, options);
}

function script(path: string): string {
  return `
    import { writeFileSync } from "node:fs";
    import { advertised, explainSchema, operationKey } from "@plugwright/sdk";
    ${loadingScript(path)}
    const look = async () => {
      const { plugin, main, exports } = await load();
      if (plugin === undefined) return { role: "none", exports };
      const { name, version, source, tools, commands } = plugin;
      const { warnings } = plugin[pluginKey];
      const offers = advertised(plugin);
      return {
        role: main === undefined ? "plugin" : "main",
        name, version, source,
        categories: Object.keys(offers),
        only: main?.category,
        warnings,
        advertised: offers,
        operations: [...tools, ...commands].map((operation) => ({
          type: operation.type,
          name: operation.name,
          spawns: operation[operationKey].spawns,
          input: explainSchema(operation, "input"),
          output: explainSchema(operation, "output"),
        })),
      };
    };
    look().catch(told).then((report) => {
      writeFileSync(3, JSON.stringify(report));
      process.exit(0);
    });
  `;
}
