import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const module = join(dirname(fileURLToPath(import.meta.url)), "..");
/** What is made for tests once and kept. */
export const cache = join(module, "..", "node_modules", ".cache", "interop");

const sources = {
  bench: ["bench/main.go"],
  host: ["main", "host", "launch", "log", "schema", "call", "serve"].map((name) => `host/${name}.go`),
  plugin: ["plugin/main.go"],
} as const;

/** A program of this folder. */
export type GoProgram = keyof typeof sources;

/** The executable of a program, built if it has changed. Go keeps a cache of its own besides. */
export async function buildGo(program: GoProgram): Promise<string> {
  const hash = createHash("sha256");
  for (const file of ["go.mod", "go.sum", ...sources[program]]) hash.update(readFileSync(join(module, file)));
  const binary = join(cache, `${program}-${hash.digest("hex").slice(0, 16)}`);
  if (!existsSync(binary)) {
    mkdirSync(cache, { recursive: true });
    // Jest's workers may build at the same time: Go replaces the file in one step.
    await run("go", ["build", "-o", binary, `./${program}`], { cwd: module });
  }
  return binary;
}

/** Whether there is a Go to build with. */
export async function hasGo(): Promise<boolean> {
  return run("go", ["version"]).then(
    () => true,
    () => false,
  );
}
