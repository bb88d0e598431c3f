import { existsSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { type BuildFailure, context } from "esbuild";
import { type BundlerOptions, bundleError, bundlerSettings } from "../source/bundler.js";
import { recordServe } from "../source/loading.js";
import { runnableSettings } from "../source/runnable.js";
import { entryName, isVirtual, replaceServe, virtualEntry } from "../source/virtual.js";
import { temporaryFolder } from "../temporary-folder.js";
import { workerScript } from "./worker-script.js";

/** A bundle of the worker's script that can be made again. */
export interface Rebuilds {
  /**
   * Makes it again from what the sources are now.
   * @returns the file, which is the one before if nothing has changed
   * @throws CommandError when it cannot be bundled
   */
  rebuild(): Promise<string>;
  /** The folders of the author's own files that were in the last one, or that it failed for. */
  readonly folders: () => ReadonlySet<string>;
  close(): Promise<void>;
}

/** @param options what is bundled */
export async function openRebuilds(options: BundlerOptions): Promise<Rebuilds> {
  const { source } = options;
  const work = temporaryFolder();
  const building = await context(
    bundlerSettings(options, {
      ...runnableSettings,
      entryPoints: { worker: entryName },
      outdir: work.path,
      plugins: [virtualEntry(source, workerScript(source.path)), replaceServe(source, recordServe)],
    }),
  );
  let folders: ReadonlySet<string> = new Set([dirname(source.path)]);
  let last: { readonly file: string; readonly contents: Uint8Array } | undefined;
  let number = 0;
  return {
    folders: () => folders,
    async rebuild() {
      const result = await building.rebuild().catch((error: unknown) => {
        folders = new Set([...folders, ...foldersOfFailure(error, source.project)]);
        throw bundleError(error, options);
      });
      const own = Object.keys(result.metafile.inputs).filter(
        (file) => !isVirtual(file) && !file.includes("node_modules/"),
      );
      folders = new Set([...own.map((file) => dirname(resolve(source.project, file))), dirname(source.path)]);
      const contents = result.outputFiles[0]?.contents ?? new Uint8Array();
      if (last !== undefined && Buffer.compare(last.contents, contents) === 0) return last.file;
      // A new name each time: the one before may be being read.
      const file = join(work.path, `worker-${++number}.cjs`);
      writeFileSync(file, contents);
      last = { file, contents };
      return file;
    },
    async close() {
      await building.dispose();
      work.remove();
    },
  };
}

/** Where the files are that have to change: those that cannot be read, and where one is missing. */
function foldersOfFailure(error: unknown, project: string): string[] {
  const { errors = [] }: Partial<BuildFailure> = error instanceof Error ? error : {};
  return errors.flatMap(({ location, text }) => {
    if (location === null) return [];
    const folder = dirname(resolve(project, location.file));
    const [, missing] = /^Could not resolve "(\..*)"$/.exec(text) ?? [];
    return [folder, ...(missing === undefined ? [] : [existingFolder(dirname(resolve(folder, missing)))])];
  });
}

/** The folder itself, or the nearest one above it that is there. */
function existingFolder(folder: string): string {
  return existsSync(folder) ? folder : existingFolder(dirname(folder));
}
