#!/usr/bin/env node
// Creates, checks, tests, builds and launches a project of every template with every test runner: what `npm test` does with
// some of them.
import { spawnSync } from "node:child_process";
import { join } from "node:path";

const script = join(import.meta.dirname, "test.mjs");
const { status } = spawnSync(
  process.execPath,
  [script, "packages/create-plugwright/test/templates", ...process.argv.slice(2)],
  {
    stdio: "inherit",
    env: { ...process.env, TEMPLATES: "all" },
  },
);
process.exitCode = status ?? 1;
