import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { pack, run } from "../../../../scripts/pack.mjs";

export const root = fileURLToPath(new URL("../../../../", import.meta.url));

/** Of the repository's versions, so that a release of somebody else's package cannot change what a test finds. */
const beside = ["@bufbuild/protobuf", "@connectrpc/connect", "@connectrpc/connect-node", "@types/node", "zod"];

/** A folder into which the packed packages were installed, with the programs that use them. */
export interface Consumer {
  readonly folder: string;
  /** Runs Node in it to its end. */
  node(args: readonly string[], env?: NodeJS.ProcessEnv): Promise<Ended>;
  remove(): Promise<void>;
}

/** How a process ended. */
export interface Ended {
  readonly code: number | string | null | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

/** Packs the packages and installs the tarballs with npm in an empty folder, as an author does. */
export async function install(): Promise<Consumer> {
  const packed = await pack(root);
  // The real path, since a module's own address is one.
  const folder = await realpath(await mkdtemp(join(tmpdir(), "consumer-")));
  const locked = JSON.parse(await readFile(join(root, "package-lock.json"), "utf8")).packages;
  const dependencies = Object.fromEntries([
    ...packed.map(({ name, tarball }) => [name, `file:${tarball}`]),
    ...beside.map((name) => [name, locked[`node_modules/${name}`].version]),
  ]);
  await writeFile(join(folder, "package.json"), JSON.stringify({ private: true, dependencies }));
  await run("npm", ["install", "--no-audit", "--no-fund", "--prefer-offline"], folder);
  await cp(join(root, "packages/sdk/test/packed/consumers"), folder, { recursive: true });
  await cp(join(folder, "node_modules/@plugwright/sdk"), join(folder, "second-copy"), { recursive: true });
  return {
    folder,
    node: (args, env) =>
      new Promise((resolve) => {
        const options = { cwd: folder, env: { ...cleanEnvironment(), ...env }, timeout: 120_000 };
        execFile(process.execPath, args, options, (error, stdout, stderr) => {
          resolve({ code: error === null ? 0 : (error.code ?? error.signal), stdout, stderr });
        });
      }),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Without what Jest and npm set for the processes that they start. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_OPTIONS$|NODE_ENV$|JEST_)/.test(name));
  return Object.fromEntries(kept);
}

/** What a process printed as JSON, if it ended well. */
export function printed({ code, stdout, stderr }: Ended): Record<string, unknown> {
  if (code !== 0) throw new Error(`ended with ${code}\n${stdout}${stderr}`);
  return JSON.parse(stdout);
}
