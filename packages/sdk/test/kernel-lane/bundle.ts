import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin as EsbuildPlugin } from "esbuild";

/** A plugin as one executable file. */
export interface Bundle {
  readonly path: string;
  readonly folder: string;
  readonly remove: () => void;
}

const entry = fileURLToPath(new URL("plugin/main.ts", import.meta.url));

export interface BundleOptions {
  /** Its name. Defaults to one without an extension. */
  readonly name?: string;
  /** Defaults to CommonJS. */
  readonly format?: "cjs" | "esm";
  /** The module that exports the plugin to serve. Defaults to the plugin of these tests, with its own main file. */
  readonly module?: URL;
  /**
   * Modules whose specifiers match are replaced: when the replacement is evaluated it writes its name to the file
   * FIXTURE_EVALUATED and ends the process with 3.
   */
  readonly stubs?: RegExp | undefined;
}

/** Bundles a plugin from source, as authors bundle theirs. */
export async function bundleFixture(options: BundleOptions = {}): Promise<Bundle> {
  const { name = "fixture", format = "cjs", module, stubs } = options;
  const folder = mkdtempSync(join(tmpdir(), "fixture-"));
  const path = join(folder, name);
  const { outputFiles } = await build({
    ...(module === undefined
      ? { entryPoints: [entry] }
      : { stdin: { contents: mainOf(module), resolveDir: dirname(entry), loader: "ts" } }),
    bundle: true,
    minify: true,
    write: false,
    platform: "node",
    target: "node20",
    format,
    // A stub exports nothing of what is imported.
    logLevel: "error",
    conditions: ["@plugwright/source"],
    banner: { js: "#!/usr/bin/env node" },
    plugins: stubs === undefined ? [] : [stubOut(stubs)],
  });
  writeFileSync(path, outputFiles[0]?.contents ?? "");
  chmodSync(path, 0o755);
  return { path, folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function stubOut(filter: RegExp): EsbuildPlugin {
  return {
    name: "stubs",
    setup({ onResolve, onLoad }) {
      onResolve({ filter }, ({ path }) => ({ path, namespace: "stub" }));
      onLoad({ filter: /.*/, namespace: "stub" }, ({ path }) => ({
        contents: `
          require("node:fs").appendFileSync(process.env.FIXTURE_EVALUATED, ${JSON.stringify(`${path}\n`)});
          process.exit(3);
        `,
      }));
    },
  };
}

function mainOf(module: URL): string {
  return `
    import { serve } from "@plugwright/sdk/node";
    serve(() => import(${JSON.stringify(fileURLToPath(module))}));
  `;
}
