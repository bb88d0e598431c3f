import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");

/** What tsc made of a program. */
export interface Compiled {
  /** Errors one after the other, each on a line of its own with its reasons below; then what flags ask for. */
  readonly printed: string;
  /** The declarations of the program's first file, where flags ask for them. */
  readonly declarations: string;
}

/** Compiles files as an author's package would: strict, and with the SDK and zod resolved by name. */
export async function compile(files: ReadonlyMap<string, string>, ...flags: readonly string[]): Promise<Compiled> {
  // Below node_modules, where no other compiler run, linter or watcher looks.
  const parent = join(root, "node_modules/.cache");
  await mkdir(parent, { recursive: true });
  const folder = await mkdtemp(join(parent, "types-"));
  try {
    const config = {
      extends: join(root, "tsconfig.base.json"),
      compilerOptions: { noEmit: true, noErrorTruncation: true, pretty: false },
      files: [...files.keys()],
    };
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify(config));
    await writeFile(join(folder, "package.json"), '{ "type": "module" }');
    await Promise.all([...files].map(([name, text]) => writeFile(join(folder, name), text)));
    const printed = await new Promise<string>((resolve) => {
      execFile(process.execPath, [tsc, "-p", folder, ...flags], (_, stdout) => resolve(stdout));
    });
    const [first = ""] = files.keys();
    const emitted = join(folder, first.replace(/\.ts$/, ".d.ts"));
    return { printed, declarations: await readFile(emitted, "utf8").catch(() => "") };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
