import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const module = join(dirname(fileURLToPath(import.meta.url)), "..");
const root = join(module, "..");
/** What is made for tests once and kept. */
export const cache = join(root, "node_modules", ".cache", "interop");

const protos = "../proto/pluggableharness";

const sources = {
  bench: ["bench/main.go"],
  host: ["main", "host", "launch", "log", "schema", "call", "serve"].map((name) => `host/${name}.go`),
  plugin: ["plugin/main.go"],
  tools: [...filesIn("tools", ".go"), "buf.gen.yaml", ...filesIn(protos, ".proto")],
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
    if (program === "tools") await makeStubs();
    // Jest's workers may build at the same time: Go replaces the file in one step.
    await run("go", ["build", "-o", binary, `./${program}`], { cwd: module });
  }
  return binary;
}

/** Has Go stubs made of our protocol. They are 20,000 lines, so they are made where they are needed. One test does. */
async function makeStubs(): Promise<void> {
  const path = `${join(root, "node_modules", ".bin")}${delimiter}${process.env["PATH"]}`;
  const args = ["generate", "../proto", "--template", "buf.gen.yaml", "--path", protos];
  await run("buf", args, { cwd: module, env: { ...process.env, PATH: path } });
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
