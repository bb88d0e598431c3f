import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { context } from "esbuild";
import { type BundlerOptions, bundleError, bundlerSettings } from "../source/bundler.js";
import { recordServe } from "../source/loading.js";
import { runnableSettings } from "../source/runnable.js";
import { entryName, isVirtual, replaceServe, virtualEntry } from "../source/virtual.js";
import { workerScript } from "./worker-script.js";

/** A bundle of the worker's script that can be made again. */
export interface Rebuilds {
  /**
   * Makes it again from what the sources are now.
   * @returns the file, or `undefined` if it is the same as the last time
   * @throws CommandError when it cannot be bundled
   */
  rebuild(): Promise<string | undefined>;
  /** The folders of the author's own files that were in the last one. */
  readonly folders: () => ReadonlySet<string>;
  close(): Promise<void>;
}

/** @param options what is bundled */
export async function openRebuilds(options: BundlerOptions): Promise<Rebuilds> {
  const { source } = options;
  const work = mkdtempSync(join(tmpdir(), "plugwright-dev-"));
  const building = await context(
    bundlerSettings(options, {
      ...runnableSettings,
      entryPoints: { worker: entryName },
      outdir: work,
      plugins: [virtualEntry(source, workerScript(source.path)), replaceServe(source, recordServe)],
    }),
  );
  let folders: ReadonlySet<string> = new Set([dirname(source.path)]);
  let last: Uint8Array | undefined;
  let number = 0;
  return {
    folders: () => folders,
    async rebuild() {
      const result = await building.rebuild().catch((error: unknown) => {
        throw bundleError(error, options);
      });
      const own = Object.keys(result.metafile.inputs).filter(
        (file) => !isVirtual(file) && !file.includes("node_modules/"),
      );
      folders = new Set([...own.map((file) => dirname(resolve(source.project, file))), dirname(source.path)]);
      const contents = result.outputFiles[0]?.contents ?? new Uint8Array();
      if (last !== undefined && Buffer.compare(last, contents) === 0) return undefined;
      last = contents;
      // A new name each time: the one before may be being read.
      const file = join(work, `worker-${++number}.cjs`);
      writeFileSync(file, contents);
      return file;
    },
    async close() {
      await building.dispose();
      rmSync(work, { recursive: true, force: true });
    },
  };
}
