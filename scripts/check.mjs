#!/usr/bin/env node
// Runs every check, also after one has failed. Prints a line per check, and below it what a failed one had
// to say; the last line counts. Arguments select checks by a part of their name.
import { spawnSync } from "node:child_process";
import { delimiter, join } from "node:path";
import { setup } from "./setup.mjs";

const CHECKS = {
  "lint and format": "biome ci . --colors=off --error-on-warnings --diagnostic-level=warn",
  types: "tsc --noEmit",
  "proto lint": "buf lint",
  "proto format": "buf format --diff --exit-code",
  "proto compatibility": "buf breaking --against proto/baseline/v1.binpb",
  "generated code": "node scripts/check-generated.mjs",
  layers: "depcruise --config dependency-cruiser.config.mjs packages examples scripts",
  "doc comments and site": "typedoc --options typedoc.site.config.mjs",
  requirements: "node scripts/check-requirements.mjs",
  dependencies: "node scripts/check-dependencies.mjs",
  "public surface": "node scripts/check-api.mjs",
  packages: "node scripts/check-packages.mjs",
  changesets: "node scripts/check-changesets.mjs",
};

const root = join(import.meta.dirname, "..");
setup(root);

const wanted = process.argv.slice(2);
const env = {
  ...process.env,
  NO_COLOR: "1",
  PATH: `${join(root, "node_modules", ".bin")}${delimiter}${process.env["PATH"]}`,
};
let passed = 0;
let failed = 0;
for (const [name, command] of Object.entries(CHECKS)) {
  if (wanted.length > 0 && !wanted.some((part) => name.includes(part))) continue;
  const started = performance.now();
  const { status, stdout, stderr } = spawnSync(command, { cwd: root, env, shell: true, encoding: "utf8" });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${status === 0 ? "ok    " : "FAILED"} ${seconds.padStart(5)} s  ${name}: ${command}`);
  if (status === 0) {
    passed++;
  } else {
    failed++;
    console.log(`${stdout}${stderr}`.trim().replace(/^/gm, "    "));
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
