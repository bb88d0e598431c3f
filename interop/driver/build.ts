import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { makeStubs } from "./stubs.js";

const run = promisify(execFile);
// As Go sees it, also where a link leads to it.
const module = realpathSync(join(dirname(fileURLToPath(import.meta.url)), ".."));
const root = join(module, "..");
/** What is made for tests once and kept. */
export const cache = join(root, "node_modules", ".cache", "interop");

const protos = "../proto/pluggableharness";

const stubSources = ["buf.gen.yaml", ...filesIn(protos, ".proto")];

const sources = {
  bench: ["bench/main.go"],
  host: ["main", "host", "launch", "log", "schema", "call", "serve"].map((name) => `host/${name}.go`),
  plugin: ["plugin/main.go"],
  tools: [...filesIn("tools", ".go"), ...stubSources],
} as const;

/** A program of this folder. */
export type GoProgram = keyof typeof sources;

/** The executable of a program, built if it has changed. Go keeps a cache of its own besides. */
export async function buildGo(program: GoProgram): Promise<string> {
  const binary = join(cache, `${program}-${hashOf(sources[program])}`);
  if (!existsSync(binary)) {
    mkdirSync(cache, { recursive: true });
    const overlay = program === "tools" ? [`-overlay=${await stubs()}`] : [];
    // Jest's workers may build at the same time: Go replaces the file in one step.
    await run("go", ["build", ...overlay, "-o", binary, `./${program}`], { cwd: module });
  }
  return binary;
}

/**
 * What gofmt and vet have to say of the programs; nothing for good ones. Vet goes to the folders of packages, which those
 * of an overlay do not have, so it looks at a copy in which the stubs are files like all others.
 */
export async function vetGo(): Promise<string> {
  const programs = Object.keys(sources);
  const format = await run("gofmt", ["-l", ...programs], { cwd: module });
  mkdirSync(cache, { recursive: true });
  const copy = mkdtempSync(join(cache, "vet-"));
  try {
    for (const name of ["go.mod", "go.sum", ...programs])
      cpSync(join(module, name), join(copy, name), { recursive: true });
    cpSync(dirname(await stubs()), join(copy, "stubs"), { recursive: true });
    const vet = await run("go", ["vet", ...programs.map((program) => `./${program}`)], { cwd: copy }).catch(
      (error: { readonly stderr: string }) => error,
    );
    return format.stdout + vet.stderr;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

const stubs = (): Promise<string> =>
  makeStubs({
    module,
    protos,
    programs: join(root, "node_modules", ".bin"),
    cache,
    hash: hashOf(stubSources),
  });

function hashOf(files: readonly string[]): string {
  const hash = createHash("sha256");
  for (const file of ["go.mod", "go.sum", ...files]) hash.update(readFileSync(join(module, file)));
  return hash.digest("hex").slice(0, 16);
}

function filesIn(folder: string, ending: string): string[] {
  return readdirSync(join(module, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name))
    .sort();
}

/** Whether there is a Go to build with. */
export async function hasGo(): Promise<boolean> {
  return run("go", ["version"]).then(
    () => true,
    () => false,
  );
}
