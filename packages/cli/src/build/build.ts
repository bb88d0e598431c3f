import { mkdirSync } from "node:fs";
import { join, relative } from "node:path";
import { CommandError } from "../problem.js";
import { type BundlerOptions, bundle } from "../source/bundler.js";
import { type Category, type ReadPlugin, readSource } from "../source/read-source.js";
import type { SourceFile } from "../source/source-file.js";
import { startingPlugins } from "../source/start.js";
import { temporaryFolder } from "../temporary-folder.js";
import { assemble } from "./assemble.js";
import { checkStart } from "./check-start.js";
import { bundleCompartments, cutLazyImports, includedFiles, mapOf } from "./compartments.js";
import { noticesOf } from "./notices.js";
import { packageFinder } from "./packages.js";
import { type Verified, verifyFile } from "./verify.js";
import { moveFiles, writeFiles } from "./write.js";

/** What is built, and where to. */
export interface BuildOptions {
  readonly cwd: string;
  /** The plugin's or its main file. */
  readonly source: SourceFile;
  /** Where the built files go, as an absolute path. */
  readonly outDir: string;
  readonly conditions: readonly string[];
  /** Takes what the plugin prints or logs while it is looked at. */
  readonly print: (text: string) => void;
}

/** An executable file that was built and started once. */
export interface BuiltFile extends Verified {
  readonly category: Category;
  readonly path: string;
  readonly bytes: number;
  /** In hexadecimal digits. */
  readonly sha256: string;
}

/** What a build has made. */
export interface Build {
  readonly plugin: ReadPlugin;
  readonly files: readonly BuiltFile[];
  readonly warnings: readonly string[];
}

/**
 * Builds one executable file for each category that a plugin has, and starts each once as the kernel does. The files
 * replace earlier ones only when all of them work. The same sources make the same bytes.
 * @throws CommandError with all that is wrong.
 */
export async function buildPlugin({ cwd, source, outDir, conditions, print }: BuildOptions): Promise<Build> {
  const options: BundlerOptions = { source, cwd, conditions };
  const work = temporaryFolder();
  mkdirSync(outDir, { recursive: true });
  // Within the folder: how Node reads a file without extension depends on where it lies.
  const staging = temporaryFolder(outDir, ".plugwright-");
  try {
    const plugin = await readSource(options, work.path, print);
    const categories = chosenCategories(plugin, relative(cwd, source.path));
    const find = packageFinder();
    const lazy = cutLazyImports(options, find);
    const starts = await Promise.all(
      categories.map(async (category) => {
        const bundled = await bundle(options, {
          entryPoints: { start: startingPlugins.entryPoint(source, plugin.role) },
          outdir: outDir,
          format: "esm",
          minify: true,
          sourcemap: "external",
          legalComments: "external",
          plugins: [...startingPlugins.of(source, plugin.role, category), lazy.plugin],
        });
        checkStart(bundled, options, find);
        return { category, bundled };
      }),
    );
    const [first] = starts;
    if (first === undefined) throw new Error("there is no category to build");
    const { all, bundled: others } = await bundleCompartments(
      options,
      lazy,
      lazy.remaining(first.bundled.metafile),
      outDir,
    );

    const warnings = new Set(plugin.warnings);
    const files: BuiltFile[] = [];
    for (const { category, bundled } of starts) {
      const name = categories.length === 1 ? plugin.name : `${plugin.name}-${category}`;
      const script = bundled.outputFiles.find(({ path }) => path.endsWith(".js"));
      if (script === undefined) throw new Error("the bundler made no file");
      const start = { id: "start", code: script.text, map: mapOf(script, bundled) };
      const { text, map } = await assemble(start, all, `${name}.map`);
      const included = [...includedFiles(bundled, source.project), ...includedFiles(others, source.project)];
      const comments = [bundled, others].flatMap(({ outputFiles }) =>
        outputFiles.filter(({ path }) => path.endsWith(".LEGAL.txt")).map((legal) => legal.text),
      );
      const notices = noticesOf(name, included, { project: source.project, find, comments: comments.join("\n") });
      for (const warning of notices.warnings) warnings.add(warning);
      const written = writeFiles(staging.path, { name, text, map, notices: notices.text });
      const verified = await verifyFile(written.path, category, plugin, print);
      files.push({ ...verified, category, ...written, path: join(outDir, name) });
    }
    moveFiles(staging.path, outDir);
    return { plugin, files, warnings: [...warnings] };
  } finally {
    for (const folder of [work, staging]) folder.remove();
  }
}

function chosenCategories({ name, categories, only }: ReadPlugin, where: string): readonly Category[] {
  if (only === undefined) return categories;
  if (categories.includes(only)) return [only];
  throw new CommandError("there is nothing to serve", [
    {
      where,
      reason: `serve is told to serve the category ${only}, of which the plugin ${name} has nothing`,
      hint: "leave the category out: a file is built for each one that the plugin has",
    },
  ]);
}
