#!/usr/bin/env node
// Packs every package that is published and looks at the tarballs: what is in them, what their manifests
// promise, and whether every entry resolves to code and types for everybody.
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, posix, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { filesBelow } from "./files.mjs";
import { pack, run } from "./pack.mjs";

/** What projects are made of. */
const TEMPLATES = /^templates\/[a-z-]+\/(?:src|test)\/[\w.-]+\.ts$/;
/** Besides what `exports` and `bin` lead to. A tarball that has anything else, or lacks one of these, is refused. */
const ALWAYS = ["LICENSE", "README.md", "package.json"];
/** What entries share or load late, named by the bundler; and the change log, from the first release on. */
const ALLOWED = [/^dist\/[\w-]+-[A-Z0-9]{8}\.c?js$/, /^dist\/[\w-]+-[\w-]{8}\.d\.c?ts$/, /^CHANGELOG\.md$/, TEMPLATES];
/** The first condition that applies is taken, so the order is part of the promise. */
const CONDITIONS = ["@plugwright/source", "module-sync", "import", "require"];
/** Entries that are imported for what they do. */
const EFFECTS = new Map([["@plugwright/testkit", ["./dist/jest-setup.*"]]]);
/** npm runs these on the machine of whoever installs the package. */
const INSTALL_SCRIPTS = ["preinstall", "install", "postinstall", "preprepare", "prepare", "postprepare"];

/** @typedef {Record<string, string | Record<string, string | { types?: string, default?: string }>>} Exports */

/**
 * What a manifest promises wrongly.
 *
 * @param {{ exports?: Exports, scripts?: Record<string, string>, [field: string]: unknown }} manifest
 * @returns {string[]}
 */
export function checkManifest({ exports = {}, scripts = {}, ...manifest }) {
  const problems = [];
  for (const [entry, target] of Object.entries(exports)) {
    if (typeof target === "string") {
      if (entry !== "./package.json") problems.push(`exports["${entry}"] has no conditions`);
      continue;
    }
    const conditions = Object.keys(target);
    if (conditions.join() !== CONDITIONS.join())
      problems.push(`exports["${entry}"] has ${conditions.join(", ")}, not ${CONDITIONS.join(", ")}`);
    const { "module-sync": sync, import: imported, require: required } = target;
    if (JSON.stringify(sync) !== JSON.stringify(imported))
      problems.push(`exports["${entry}"]: module-sync and import differ, so a process may load both`);
    for (const [condition, built, suffix] of /** @type {const} */ ([
      ["import", imported, ""],
      ["require", required, "c"],
    ])) {
      if (typeof built !== "object" || Object.keys(built).join() !== "types,default")
        problems.push(`exports["${entry}"].${condition} is not types, then default`);
      else if (!built.types?.endsWith(`.d.${suffix}ts`) || !built.default?.endsWith(`.${suffix}js`))
        problems.push(`exports["${entry}"].${condition} is not .d.${suffix}ts and .${suffix}js`);
    }
  }
  for (const name of INSTALL_SCRIPTS)
    if (name in scripts) problems.push(`scripts.${name} would run where it is installed`);
  for (const [field, value] of /** @type {const} */ ([
    ["engines", { node: ">=20.19" }],
    ["publishConfig", { access: "public" }],
    ["license", "Apache-2.0"],
    ["sideEffects", EFFECTS.get(String(manifest["name"])) ?? false],
  ])) {
    if (JSON.stringify(manifest[field]) !== JSON.stringify(value))
      problems.push(`${field} is ${JSON.stringify(manifest[field])}, not ${JSON.stringify(value)}`);
  }
  return problems;
}

/**
 * What is in a tarball and should not be, and the other way round.
 *
 * @param {readonly string[]} files relative paths with "/"
 * @param {Exports} exports
 * @param {readonly string[]} [programs] what `programFiles` returns
 * @returns {string[]}
 */
export function checkFiles(files, exports, programs = []) {
  const named = Object.values(exports)
    .flatMap((target) => (typeof target === "string" ? [target] : Object.values(target)))
    .flatMap((target) => (typeof target === "string" ? [] : [target.types ?? "", target.default ?? ""]))
    .map((path) => path.replace("./", ""));
  const wanted = new Set([...ALWAYS, ...named, ...programs]);
  return [
    ...files
      .filter((file) => !wanted.has(file) && !ALLOWED.some((pattern) => pattern.test(file)))
      .map((file) => `${file} has no business in the tarball`),
    ...[...wanted].filter((file) => !files.includes(file)).map((file) => `${file} is missing in the tarball`),
  ];
}

/**
 * The files that `bin` names, and the built ones that they load: npm links a bin only if it is there at install, so it
 * is none of the built ones itself.
 *
 * @param {string} content the folder of the package
 * @param {Record<string, string>} bin
 * @returns {string[]}
 */
export function programFiles(content, bin) {
  return Object.values(bin).flatMap((file) => {
    const text = existsSync(join(content, file)) ? readFileSync(join(content, file), "utf8") : "";
    const loaded = [...text.matchAll(/^import "(\.[^"]+)";$/gm)];
    return [file, ...loaded.map(([, path = ""]) => posix.join(posix.dirname(file), path))];
  });
}

/**
 * Everything that is wrong with one tarball.
 *
 * @param {string} root
 * @param {string} tarball
 * @returns {Promise<string[]>}
 */
export async function checkTarball(root, tarball) {
  const folder = mkdtempSync(join(tmpdir(), "tarball-"));
  try {
    await run("tar", ["-xzf", tarball, "-C", folder], root);
    const content = join(folder, "package");
    const manifest = JSON.parse(readFileSync(join(content, "package.json"), "utf8"));
    const files = filesBelow(content, /./, new Set()).map((file) => relative(content, file).replaceAll("\\", "/"));
    const programs = programFiles(content, manifest.bin ?? {});
    const problems = [...checkManifest(manifest), ...checkFiles(files, manifest.exports ?? {}, programs)];
    const license = (/** @type {string} */ place) => readFileSync(join(place, "LICENSE"), "utf8");
    if (files.includes("LICENSE") && license(content) !== license(root))
      problems.push("LICENSE is not the one of the repository");
    const tools = [
      ["publint", "run", tarball, "--strict"],
      // Since node10 there are conditions, which is what everything here is resolved by.
      ["attw", tarball, "--profile", "node16", "--no-emoji", "--no-color", "--format", "ascii"],
    ].map(async ([tool = "", ...args]) => {
      try {
        // In CI publint colours even what no terminal shows.
        await run(process.execPath, [binary(root, tool), ...args], root, { ...process.env, NO_COLOR: "1" });
        return [];
      } catch (error) {
        return [error instanceof Error ? error.message : String(error)];
      }
    });
    return [...problems, ...(await Promise.all(tools)).flat()];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {string} root
 * @param {string} tool
 */
function binary(root, tool) {
  const folder = join(root, "node_modules", tool === "attw" ? "@arethetypeswrong/cli" : tool);
  const { bin } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return join(folder, typeof bin === "string" ? bin : bin[tool]);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const root = join(import.meta.dirname, "..");
  const packed = await pack(root);
  const found = await Promise.all(packed.map(({ tarball }) => checkTarball(root, tarball)));
  packed.forEach(({ name }, index) => {
    for (const problem of found[index] ?? []) console.error(`${name}: ${problem}`);
  });
  process.exitCode = found.flat().length === 0 ? 0 : 1;
}
