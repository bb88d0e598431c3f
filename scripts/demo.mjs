#!/usr/bin/env node
// Runs the demo: the example plugins as processes, called as the kernel calls them. Exits with 0 only if
// everything came out right.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { setup } from "./setup.mjs";

const root = join(import.meta.dirname, "..");
setup(root);
const main = join(root, "examples", "demo", "src", "main.ts");
const child = spawn(process.execPath, ["--conditions=@plugwright/source", "--import", "tsx", main], {
  cwd: root,
  stdio: "inherit",
  // tsx would leave its cache in the directory for temporary files.
  env: { ...process.env, TSX_DISABLE_CACHE: "1" },
});
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]))
  process.on(signal, () => child.kill(signal));
child.once("exit", (code) => {
  process.exitCode = code ?? 1;
});
