import { relative, resolve } from "node:path";
import { type BuildFailure, type BuildOptions, type BuildResult, build, type Message, type Plugin } from "esbuild";
import { CommandError, type Problem } from "../problem.js";
import type { SourceFile } from "./source-file.js";

/** What is common to all runs of the bundler for one plugin. */
export interface BundlerOptions {
  readonly source: SourceFile;
  /** Where the user is: places are told relative to it. */
  readonly cwd: string;
  /** Conditions of `exports` that are taken besides those of Node. */
  readonly conditions: readonly string[];
}

/** What one run of the bundler makes, in memory. */
export type Bundled = BuildResult<{ metafile: true; write: false }>;

/** What a file knows of its place: of the built file, as the source's has no meaning where that runs. */
const place = "plugwright";

/** Gives a bundle in CommonJS its place: what it begins with. */
export const placeOfBundle = `const ${place} = { url: require("node:url").pathToFileURL(__filename).href, filename: __filename, dirname: __dirname };`;

/**
 * Bundles with everything that the file needs: nothing but what Node brings is left out.
 * @throws CommandError with a problem for each thing that cannot be bundled.
 */
export async function bundle(options: BundlerOptions, more: BuildOptions): Promise<Bundled> {
  try {
    return await build(bundlerSettings(options, more));
  } catch (error) {
    throw bundleError(error, options);
  }
}

/** What the bundler is told. */
export function bundlerSettings({ source, conditions }: BundlerOptions, more: BuildOptions) {
  return {
    bundle: true,
    platform: "node",
    target: "node20.19",
    // A package's ES module lets more of it be left out than its CommonJS.
    mainFields: ["module", "main"],
    conditions: [...conditions],
    absWorkingDir: source.project,
    charset: "ascii",
    logLevel: "silent",
    define: {
      "process.env.NODE_ENV": '"production"',
      "import.meta.url": `${place}.url`,
      "import.meta.filename": `${place}.filename`,
      "import.meta.dirname": `${place}.dirname`,
      __filename: `${place}.filename`,
      __dirname: `${place}.dirname`,
    },
    // What is imported lazily is in the file as well: there is nothing that `import()` could be told to load.
    supported: { "dynamic-import": false },
    ...more,
    plugins: [refuseAddons, ...(more.plugins ?? [])],
    metafile: true,
    write: false,
  } as const satisfies BuildOptions;
}

/** What the bundler has thrown, as what cannot be bundled; anything else as it is. */
export function bundleError(error: unknown, { source, cwd }: BundlerOptions): unknown {
  const { errors = [] }: Partial<BuildFailure> = error instanceof Error ? error : {};
  if (errors.length === 0) return error;
  return new CommandError(
    "the plugin cannot be bundled",
    errors.map((message) => problemOf(message, source, cwd)),
  );
}

/** Native code cannot be in a file of JavaScript. */
const refuseAddons: Plugin = {
  name: "native-addons",
  setup({ onLoad, onResolve }) {
    onLoad({ filter: /\.node$/ }, ({ path }) => ({ errors: [{ text: "native", notes: [{ text: path }] }] }));
    // They look for their addon at run time, in a folder that is not there then.
    onResolve({ filter: /^(?:bindings|node-gyp-build|@mapbox\/node-pre-gyp|node-pre-gyp-build)$/ }, ({ importer }) => ({
      errors: [{ text: "native", notes: [{ text: importer }] }],
    }));
  },
};

function problemOf(message: Message, { project }: SourceFile, cwd: string): Problem {
  const { text, location, notes } = message;
  const shown = (path: string) => relative(cwd, resolve(project, path)) || path;
  const where = location === null ? undefined : `${shown(location.file)}:${location.line}:${location.column + 1}`;
  if (text === "native") {
    return {
      where,
      reason: `a native addon is loaded by ${shown(notes[0]?.text ?? "")}, and cannot be in a file of JavaScript`,
      hint: "take a package without native code (pure JavaScript or WebAssembly), or run a program with call.exec",
    };
  }
  const [, missing] = /^Could not resolve "(.*)"$/.exec(text) ?? [];
  if (missing !== undefined) {
    const isFile = /^[./]/.test(missing);
    return {
      where,
      reason: `${JSON.stringify(missing)} is imported and cannot be found`,
      hint: isFile ? "check the path" : `npm install ${packageOf(missing)}, or take the import out`,
    };
  }
  if (text.startsWith("Top-level await")) {
    return {
      where,
      reason: "await stands outside of any function",
      hint: "await it in `setup`, which runs once for each configuration, or in the handler",
    };
  }
  return { where, reason: text.replace(/\.$/, ""), hint: hintOf(message) };
}

function hintOf({ notes }: Message): string | undefined {
  return notes.length === 0 ? undefined : notes.map((note) => note.text.replace(/\.$/, "")).join("; ");
}

function packageOf(specifier: string): string {
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}
