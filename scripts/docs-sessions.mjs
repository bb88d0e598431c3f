#!/usr/bin/env node
// Runs the terminal sessions of the documents, and writes what they print into the documents, and the picture of one.
import { spawnSync } from "node:child_process";
import { join } from "node:path";

const script = join(import.meta.dirname, "test.mjs");
const { status } = spawnSync(process.execPath, [script, "packages/create-plugwright/test/sessions"], {
  stdio: "inherit",
  env: { ...process.env, WRITE_SESSIONS: "1" },
});
process.exitCode = status ?? 1;
