import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type BuildOptions, buildPlugin } from "../build/build.js";
import { devOverridesOf } from "../build/report.js";

/** What a kernel runs while its author works on it. */
export interface KernelFiles {
  /** What an operator writes to have the kernel take it. */
  readonly overrides: string;
  /** The file that holds that. */
  readonly path: string;
}

/**
 * Builds the executables anew, and writes the snippet that has a kernel take them.
 * @param inspect where a debugger connects to what the kernel launches
 */
export async function writeKernelFiles(options: BuildOptions, inspect: string | undefined): Promise<KernelFiles> {
  mkdirSync(options.outDir, { recursive: true });
  const { plugin, files } = await buildPlugin(options);
  const launched = files.map((file) => ({
    ...file,
    path: inspect === undefined ? file.path : writeWrapper(file.path, inspect),
  }));
  const overrides = devOverridesOf({ plugin, files: launched });
  const path = join(options.outDir, "dev_overrides.hcl");
  writeFileSync(path, `${overrides}\n`);
  return { overrides, path };
}

/** An executable beside the built one, which starts it under a debugger. It becomes it: a kernel ends what it has launched. */
function writeWrapper(file: string, inspect: string): string {
  const path = join(dirname(file), `${basename(file)}-inspect`);
  const built = `"$(dirname "$0")/${basename(file)}"`;
  writeFileSync(path, `#!/bin/sh\nexec node --inspect=${inspect} --enable-source-maps ${built} "$@"\n`);
  chmodSync(path, 0o755);
  return path;
}
