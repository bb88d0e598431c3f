import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { transformAsync } from "@babel/core";
import { transform as swc } from "@swc/core";
import * as esbuild from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const sdk = join(here, "../../..");
const require = createRequire(import.meta.url);

/** Settings of a compiler, as its own configuration file would have them. */
export type Settings = Readonly<Record<string, unknown>>;

/** Compiles the author's file the way an author's tool does. */
export type Compiler = (text: string, settings: Settings, workshop: Workshop) => Promise<string>;

export const compilers = {
  tsc: async (_, settings, { folder, write }) => {
    const compilerOptions = {
      target: "es2022",
      module: "nodenext",
      noCheck: true,
      noResolve: true,
      outDir: "out",
      ...settings,
    };
    await write("tsconfig.json", JSON.stringify({ compilerOptions, files: ["author.ts"] }));
    await runNode(require.resolve("typescript/bin/tsc"), "-p", folder);
    return readFile(join(folder, "out/author.js"), "utf8");
  },
  esbuild: async (text, compilerOptions) => {
    const { target = "node20", ...rest } = compilerOptions;
    const options = { loader: "ts", target: String(target), tsconfigRaw: { compilerOptions: rest } } as const;
    return (await esbuild.transform(text, options)).code;
  },
  swc: async (text, transform) => {
    const jsc = { target: "es2022", parser: { syntax: "typescript", decorators: true }, transform } as const;
    return (await swc(text, { jsc, module: { type: "es6" }, swcrc: false })).code;
  },
  babel: async (text, decorators) => {
    const plugins = [["@babel/plugin-proposal-decorators", decorators]];
    const presets = ["@babel/preset-typescript"];
    const options = { filename: join(here, "author.ts"), babelrc: false, configFile: false, plugins, presets };
    return (await transformAsync(text, options))?.code ?? "";
  },
} satisfies Readonly<Record<string, Compiler>>;

/** A folder in which the SDK is installed as it is built, and in which what was compiled runs on plain Node. */
export interface Workshop {
  readonly folder: string;
  write(name: string, text: string): Promise<void>;
  /** Runs a compiled author's file. Resolves with what the checks found, or with what Node printed on its way down. */
  run(code: string): Promise<unknown>;
  remove(): Promise<void>;
}

export async function openWorkshop(): Promise<Workshop> {
  const cache = join(sdk, "../../node_modules/.cache");
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, "compiled-"));
  const write = (name: string, text: string) => writeFile(join(folder, name), text);
  const installed = join(folder, "node_modules/@plugwright/sdk");
  await installSdk(installed);
  await write("package.json", '{ "type": "module" }');
  await write("author.ts", await readFile(join(here, "author.ts"), "utf8"));
  await write(
    "main.js",
    `import { check } from "@plugwright/sdk/check";
    import { plugin } from "./author.js";
    process.stdout.write(JSON.stringify(await check(plugin)));`,
  );
  return {
    folder,
    write,
    async run(code) {
      await write("author.js", code);
      const printed = await runNode(join(folder, "main.js"));
      return printed.startsWith("{") ? JSON.parse(printed) : printed;
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** As ES modules that share chunks, and as CommonJS files that share nothing: the hardest case of two copies. */
async function installSdk(folder: string): Promise<void> {
  const { dependencies } = JSON.parse(await readFile(join(sdk, "package.json"), "utf8"));
  const common = {
    entryPoints: {
      index: join(sdk, "src/index.ts"),
      decorators: join(sdk, "src/decorators/index.ts"),
      check: join(here, "check.ts"),
    },
    bundle: true,
    outdir: folder,
    target: "node20",
    platform: "node",
    conditions: ["@plugwright/source"],
    external: Object.keys(dependencies).filter((name) => !name.startsWith("@plugwright/")),
    logLevel: "error",
  } satisfies esbuild.BuildOptions;
  await esbuild.build({ ...common, format: "esm", splitting: true });
  await esbuild.build({ ...common, format: "cjs", outExtension: { ".js": ".cjs" } });
  const entry = (name: string) => ({ import: `./${name}.js`, require: `./${name}.cjs` });
  const exports = { ".": entry("index"), "./decorators": entry("decorators"), "./check": entry("check") };
  await writeFile(join(folder, "package.json"), JSON.stringify({ type: "module", sideEffects: false, exports }));
}

function runNode(...args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(process.execPath, args, (error, stdout, stderr) => resolve(error === null ? stdout : stdout + stderr));
  });
}
