#!/usr/bin/env node
// Generates the code of every protocol afresh into a temporary folder and compares it with what is committed,
// in both directions. The working tree is never written to.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { filesBelow } from "./files.mjs";

/** What buf.gen.yaml names. */
const GENERATED = ["packages/protocol/src/gen", "packages/go-plugin/src/gen"];

/**
 * What differs between two folders, one line each.
 *
 * @param {string} committed
 * @param {string} generated
 * @returns {string[]}
 */
export function compareFolders(committed, generated) {
  const before = new Set(filesBelow(committed).map((file) => relative(committed, file)));
  const after = new Set(filesBelow(generated).map((file) => relative(generated, file)));
  return [...new Set([...before, ...after])].sort().flatMap((file) => {
    if (!after.has(file)) return [`${file}: no .proto file generates it`];
    if (!before.has(file)) return [`${file}: missing`];
    const same = readFileSync(join(committed, file)).equals(readFileSync(join(generated, file)));
    return same ? [] : [`${file}: outdated`];
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const root = join(import.meta.dirname, "..");
  const folder = mkdtempSync(join(tmpdir(), "generated-"));
  try {
    const buf = spawnSync("buf", ["generate", "--output", folder], {
      cwd: root,
      stdio: "inherit",
      shell: process.platform === "win32",
    });
    const differences =
      buf.status === 0
        ? GENERATED.flatMap((out) =>
            compareFolders(join(root, out), join(folder, out)).map((difference) => `${out}/${difference}`),
          )
        : ["buf generate failed"];
    for (const difference of differences) console.error(difference);
    if (differences.length > 0) console.error("Run npm run generate.");
    process.exitCode = differences.length === 0 ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
