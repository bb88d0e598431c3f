import { chmodSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** The test plugin in every form in which plugins are executed. */
export interface Bundles {
  /** Executable files without an extension. */
  readonly extensionless: string;
  readonly extensionlessModule: string;
  readonly cjs: string;
  readonly mjs: string;
  /** A link to the ES module, without an extension. */
  readonly symlink: string;
  readonly remove: () => void;
}

const entry = fileURLToPath(new URL("plugin-main.ts", import.meta.url));

/** Bundles the test plugin from source, as authors bundle theirs. */
export async function bundlePlugin(): Promise<Bundles> {
  const folder = mkdtempSync(join(tmpdir(), "bundle-"));
  const write = async (name: string, format: "cjs" | "esm"): Promise<string> => {
    const { outputFiles } = await build({
      entryPoints: [entry],
      bundle: true,
      minify: true,
      write: false,
      platform: "node",
      target: "node20",
      format,
      conditions: ["@plugwright/source"],
      banner: { js: "#!/usr/bin/env node" },
    });
    const path = join(folder, name);
    writeFileSync(path, outputFiles[0]?.contents ?? "");
    chmodSync(path, 0o755);
    return path;
  };
  const [extensionless, extensionlessModule, cjs, mjs] = await Promise.all([
    write("extensionless", "cjs"),
    write("extensionless-module", "esm"),
    write("plugin.cjs", "cjs"),
    write("plugin.mjs", "esm"),
  ]);
  const symlink = join(folder, "link");
  symlinkSync(mjs, symlink);
  return {
    extensionless,
    extensionlessModule,
    cjs,
    mjs,
    symlink,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
