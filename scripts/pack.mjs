import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { filesBelow } from "./files.mjs";

/**
 * A package as it would be published.
 *
 * @typedef {object} Packed
 * @property {string} name
 * @property {string} folder where its sources are
 * @property {string} tarball
 */

/** What a package is built from, and what goes into its tarball as it stands. */
const INPUTS = [
  "src",
  "bin",
  "package.json",
  "tsconfig.json",
  "tsup.config.ts",
  "copy-templates.mjs",
  "README.md",
  "LICENSE",
  "CHANGELOG.md",
];
const SHARED = ["tsconfig.base.json", "package-lock.json"];
/** What templates are made of. */
const EXAMPLES = /^examples\/[^/]+\/(?:src|test)\//;
/** How many results are kept: one who packs may not take away what another one is installing. */
const KEPT = 4;

/**
 * Packs every package that is published, with its own `prepack` script, from a copy of its sources: no `dist`
 * in the work tree is read or written. Packing the same sources again takes no time.
 *
 * @param {string} root
 * @returns {Promise<Packed[]>}
 */
export async function pack(root) {
  const packages = publishedPackages(root);
  const inputs = packages
    .flatMap(({ folder }) => INPUTS.map((name) => join(folder, name)))
    .concat(SHARED.map((name) => join(root, name)))
    .filter((path) => existsSync(path))
    .flatMap((path) => (statSync(path).isDirectory() ? filesBelow(path) : [path]))
    .filter((path) => !path.endsWith(".test.ts"))
    .concat(
      filesBelow(join(root, "examples")).filter((path) => EXAMPLES.test(relative(root, path).replaceAll("\\", "/"))),
    );
  const cache = join(root, "node_modules", ".cache", "packed");
  const result = join(cache, contentHash(root, inputs));
  if (!existsSync(result)) {
    mkdirSync(cache, { recursive: true });
    const destination = mkdtempSync(join(cache, "packing-"));
    try {
      await build(root, inputs, packages, destination);
      renameSync(destination, result);
    } catch (error) {
      rmSync(destination, { recursive: true, force: true });
      // Somebody else may have packed the same at the same time.
      if (!existsSync(result)) throw error;
    }
  }
  const now = new Date();
  utimesSync(result, now, now);
  forgetOld(cache);
  return packages.map(({ name, version, folder }) => {
    const file = `${name.replace("@", "").replace("/", "-")}-${version}.tgz`;
    return { name, folder, tarball: join(result, file) };
  });
}

/**
 * The packages that are not private.
 *
 * @param {string} root
 * @returns {{ name: string, version: string, folder: string }[]}
 */
export function publishedPackages(root) {
  const folders = readdirSync(join(root, "packages")).map((name) => join(root, "packages", name));
  return folders
    .filter((folder) => existsSync(join(folder, "package.json")))
    .map((folder) => ({ folder, ...JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) }))
    .filter((manifest) => manifest.private !== true)
    .map(({ name, version, folder }) => ({ name, version, folder }));
}

/**
 * @param {string} root
 * @param {readonly string[]} inputs
 * @param {readonly { folder: string }[]} packages
 * @param {string} destination
 */
async function build(root, inputs, packages, destination) {
  const work = mkdtempSync(join(tmpdir(), "packing-"));
  try {
    for (const input of inputs) {
      const copy = join(work, relative(root, input));
      mkdirSync(dirname(copy), { recursive: true });
      cpSync(input, copy);
    }
    symlinkSync(join(root, "node_modules"), join(work, "node_modules"), "junction");
    // All of them have ended before the folder goes: one that fails does not stop the others.
    const packings = await Promise.allSettled(
      packages.map(({ folder }) =>
        run("npm", ["pack", "--pack-destination", destination], join(work, relative(root, folder))),
      ),
    );
    for (const packing of packings) if (packing.status === "rejected") throw packing.reason;
  } finally {
    // The junction is removed, not what it leads to.
    rmSync(work, { recursive: true, force: true });
  }
}

/**
 * Runs a command.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {string} cwd
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<string>} what it printed on stdout; rejects with all that it printed unless it exits with 0
 */
export function run(command, args, cwd, env = process.env) {
  return new Promise((resolve, reject) => {
    // npm is a script on Windows.
    const shell = process.platform === "win32" && command === "npm";
    const child = spawn(command, args, { cwd, env, shell, stdio: ["ignore", "pipe", "pipe"] });
    let stdout = "";
    let all = "";
    child.stdout.setEncoding("utf8").on("data", (text) => {
      stdout += text;
      all += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text) => {
      all += text;
    });
    child.once("error", reject);
    child.once("close", (code, signal) => {
      if (code === 0) resolve(stdout);
      else reject(new Error(`${command} ${args.join(" ")} ended with ${code ?? signal}\n${all}`));
    });
  });
}

/**
 * @param {string} root
 * @param {readonly string[]} files
 * @returns {string}
 */
function contentHash(root, files) {
  const hash = createHash("sha256");
  for (const file of files) {
    const content = readFileSync(file);
    hash.update(`${relative(root, file)}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex").slice(0, 16);
}

/** @param {string} cache */
function forgetOld(cache) {
  const results = readdirSync(cache)
    .filter((name) => !name.startsWith("packing-"))
    .map((name) => join(cache, name))
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  for (const old of results.slice(KEPT)) rmSync(old, { recursive: true, force: true });
}
