#!/usr/bin/env node
// Runs the tests of what speaks to Node on every version of Node that we serve. With `--others`, not on the one that runs this:
// `npm test` has done that. Prints a line for each version; the last line counts.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { canFetch, fetchNodes } from "./nodes.mjs";
import { setup } from "./setup.mjs";

/** What can differ from one version of Node to the next: sockets, processes, modules, errors of the core. */
const TESTS = [
  "packages/sdk/test",
  "packages/sdk/src/node",
  "packages/go-plugin",
  // Of the test kernel what depends on streams, timers and processes.
  ...["assert", "binary", "calls", "mishaps"].map((name) => `packages/testkit/test/${name}`),
  // A built file, launched.
  "packages/cli/test/executable",
];
/** Compilers and zod see no Node. */
const EXCEPT = ["packages/sdk/test/types", "packages/sdk/test/schema", "packages/sdk/test/decorators/compiled"];
/** Tests that run a compiler for most of their time. */
const EXCEPT_NAMED = ["the plugin that the README shows"];

const root = join(import.meta.dirname, "..");
setup(root);

let passed = 0;
let failed = 0;
if (canFetch) {
  for (const { version, program } of await fetchNodes(root, { others: process.argv.includes("--others") })) {
    const started = performance.now();
    const counts = testOn(program);
    const minutes = ((performance.now() - started) / 60_000).toFixed(1);
    console.log(`Node ${version}: ${counts.passed} passed, ${counts.failed} failed in ${minutes} min`);
    passed += counts.passed;
    failed += counts.failed;
  }
} else {
  console.warn(`SKIPPED: on ${process.platform}-${process.arch} no other Node than ${process.version} was tested.`);
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/**
 * @param {string} program
 * @returns {{ passed: number, failed: number }}
 */
function testOn(program) {
  const work = mkdtempSync(join(tmpdir(), "test-nodes-"));
  try {
    const report = join(work, "report.json");
    const { status } = spawnSync(
      program,
      [
        "--experimental-vm-modules",
        "--disable-warning=ExperimentalWarning",
        join(root, "node_modules", "jest", "bin", "jest.js"),
        ...TESTS,
        ...EXCEPT.map((path) => `--testPathIgnorePatterns=/node_modules/|${path}`),
        `--testNamePattern=^(?!${EXCEPT_NAMED.join("|")})`,
        "--json",
        `--outputFile=${report}`,
      ],
      {
        cwd: root,
        // What tests start by the name of `node` is this one too. The report is read from its file.
        env: { ...process.env, PATH: `${dirname(program)}${delimiter}${process.env["PATH"]}` },
        stdio: ["ignore", "ignore", "inherit"],
      },
    );
    const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = JSON.parse(readFileSync(report, "utf8"));
    const broken = numFailedTests + numRuntimeErrorTestSuites;
    return { passed: numPassedTests, failed: status !== 0 && broken === 0 ? 1 : broken };
  } catch (error) {
    console.error(`there is no report: ${error instanceof Error ? error.message : error}`);
    return { passed: 0, failed: 1 };
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
