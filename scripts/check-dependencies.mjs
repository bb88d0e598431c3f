#!/usr/bin/env node
// Every dependency is explained in CONTRIBUTING.md, nothing is explained that is gone, and the lock file
// names no registry and no second copy of what must be there once.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { filesBelow } from "./files.mjs";

/**
 * Messages of one copy are not known to the other, and schemas are typed by their copy. What a test installs
 * under another name, such as "zod-3.25", is meant to be a copy.
 */
const ONCE = ["@bufbuild/protobuf", "zod"];
const KINDS = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"];

/**
 * Checks the tree below a folder. Our own packages need no reason.
 *
 * @param {string} root
 * @returns {string[]} one line for each problem
 */
export function checkDependencies(root) {
  const manifests = ["packages", "examples", "bench"]
    .flatMap((folder) => filesBelow(join(root, folder), /^package\.json$/))
    .concat(join(root, "package.json"))
    .map((file) => JSON.parse(readFileSync(file, "utf8")));
  const own = new Set(manifests.map(({ name }) => name));
  const used = new Set(manifests.flatMap((manifest) => KINDS.flatMap((kind) => Object.keys(manifest[kind] ?? {}))));
  const explained = readTable(readFileSync(join(root, "CONTRIBUTING.md"), "utf8"));

  const problems = [];
  for (const name of [...used].sort()) {
    if (!own.has(name) && !explained.has(name)) problems.push(`${name}: CONTRIBUTING.md gives no reason for it`);
  }
  for (const name of explained) {
    if (!used.has(name)) problems.push(`${name}: CONTRIBUTING.md explains it, but nothing depends on it`);
  }
  // Addresses in the lock file would tie everybody to the registry of whoever wrote it.
  const lock = readFileSync(join(root, "package-lock.json"), "utf8");
  for (const [, url] of lock.matchAll(/"resolved": "(http[^"]*)"/g)) problems.push(`package-lock.json names ${url}`);
  const paths = Object.keys(JSON.parse(lock).packages ?? {});
  for (const name of ONCE) {
    const copies = paths.filter((path) => path.endsWith(`node_modules/${name}`));
    if (copies.length > 1) problems.push(`${name}: installed more than once, at ${copies.join(" and ")}`);
  }
  return problems;
}

/**
 * The names in the first column of the table below the heading "Dependencies". A row may name several.
 *
 * @param {string} markdown
 * @returns {Set<string>}
 */
function readTable(markdown) {
  const section = markdown.split(/^## /m).find((part) => part.startsWith("Dependencies\n")) ?? "";
  const rows = section.split("\n").filter((line) => line.startsWith("| `") && (line.split("|")[2] ?? "").trim() !== "");
  return new Set(
    rows.flatMap((row) => [...(row.split("|")[1] ?? "").matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? "")),
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const problems = checkDependencies(join(import.meta.dirname, ".."));
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
