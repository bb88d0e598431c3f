#!/usr/bin/env node
// Runs every check, also after one has failed. Prints a line per check, and below it what a failed one had
// to say; the last line counts. Arguments select checks by a part of their name.
import { spawn } from "node:child_process";
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
const chosen = Object.entries(CHECKS).filter(
  ([name]) => wanted.length === 0 || wanted.some((part) => name.includes(part)),
);

/**
 * @param {string} command
 * @returns {Promise<{ ok: boolean, output: string, seconds: string }>}
 */
function run(command) {
  const started = performance.now();
  const child = spawn(command, { cwd: root, env, shell: true, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
  }
  return new Promise((resolve) => {
    child.once("close", (status) => {
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      resolve({ ok: status === 0, output, seconds });
    });
  });
}

// Two at a time; told in their order.
/** @type {Promise<{ ok: boolean, output: string, seconds: string }>[]} */
const results = [];
for (const [index, [, command]] of chosen.entries()) {
  const before = results[index - 2] ?? Promise.resolve();
  results.push(before.then(() => run(command)));
}
let passed = 0;
let failed = 0;
for (const [index, [name, command]] of chosen.entries()) {
  const { ok, output, seconds } = await /** @type {(typeof results)[number]} */ (results[index]);
  console.log(`${ok ? "ok    " : "FAILED"} ${seconds.padStart(5)} s  ${name}: ${command}`);
  if (ok) {
    passed++;
  } else {
    failed++;
    console.log(output.trim().replace(/^/gm, "    "));
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
