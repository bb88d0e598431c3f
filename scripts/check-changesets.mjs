#!/usr/bin/env node
// Whether the changesets can be read, and whether changed packages have one: compared with the main branch
// where there is one, as in every clone but a shallow one of another branch.
import { spawnSync } from "node:child_process";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const exists = (/** @type {string} */ ref) => git("rev-parse", "--verify", "--quiet", `${ref}^{commit}`).status === 0;
// Without `--since` every changeset counts, and changes are what main does not have.
const since = exists("main") ? [] : [`--since=${exists("origin/main") ? "origin/main" : "HEAD"}`];
const changeset = join(root, "node_modules", "@changesets", "cli", "bin.js");
const { status } = spawnSync(process.execPath, [changeset, "status", ...since], {
  cwd: root,
  stdio: "inherit",
});
process.exitCode = status ?? 1;

/** @param {string[]} args */
function git(...args) {
  return spawnSync("git", args, { cwd: root });
}
