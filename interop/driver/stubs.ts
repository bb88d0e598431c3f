import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Where the stubs are made from and kept. */
export interface StubsOptions {
  /** The Go module. */
  readonly module: string;
  /** The folder of the .proto files, as a path from the module. */
  readonly protos: string;
  /** Where buf is installed. */
  readonly programs: string;
  readonly cache: string;
  /** Tells apart what is made from different sources. */
  readonly hash: string;
}

/**
 * Has Go stubs made of our protocol, into a folder of the cache, and resolves with the file that lets `go build -overlay`
 * see them as the module's packages `stubs/…`. They are 20,000 lines, so they are not kept with the sources. Several
 * processes may do this at the same time, as the folder gets its name only when all is in it.
 */
export async function makeStubs({ module, protos, programs, cache, hash }: StubsOptions): Promise<string> {
  // The overlay holds absolute paths, so it is of no use to a repository that was moved.
  const place = createHash("sha256").update(module).digest("hex").slice(0, 8);
  const folder = join(cache, `stubs-${hash}-${place}`);
  const overlay = join(folder, "overlay.json");
  if (existsSync(overlay)) return overlay;
  mkdirSync(cache, { recursive: true });
  const making = mkdtempSync(`${folder}-`);
  try {
    const args = ["generate", "../proto", "--template", "buf.gen.yaml", "--path", protos, "--output", making];
    const env = { ...process.env, PATH: `${programs}${delimiter}${process.env["PATH"]}` };
    await run("buf", args, { cwd: module, env });
    const Replace = Object.fromEntries(
      readdirSync(making, { recursive: true, encoding: "utf8" })
        .filter((file) => file.endsWith(".go"))
        .map((file) => [join(module, "stubs", file), join(folder, file)]),
    );
    writeFileSync(join(making, "overlay.json"), JSON.stringify({ Replace }));
    try {
      renameSync(making, folder);
    } catch (error) {
      // Somebody else was first.
      if (!existsSync(overlay)) throw error;
    }
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
  return overlay;
}
