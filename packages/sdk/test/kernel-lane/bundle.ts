import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin as EsbuildPlugin } from "esbuild";

/** A plugin as one executable file. */
export interface Bundle {
  readonly path: string;
  readonly folder: string;
  readonly remove: () => void;
}

const entry = fileURLToPath(new URL("plugin/main.ts", import.meta.url));

/**
 * Bundles the plugin of these tests from source. Packages whose names match `stubs` are replaced: when the replacement is
 * evaluated it writes its name to the file FIXTURE_EVALUATED and ends the process with 3.
 */
export async function bundleFixture({ stubs }: { readonly stubs?: RegExp | undefined } = {}): Promise<Bundle> {
  const folder = mkdtempSync(join(tmpdir(), "fixture-"));
  const path = join(folder, "fixture");
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    write: false,
    platform: "node",
    target: "node20",
    format: "cjs",
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
