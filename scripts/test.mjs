#!/usr/bin/env node
// Runs Jest with what ES modules need, on the dependencies of the lock file. Arguments go to Jest.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { setup } from "./setup.mjs";

const root = join(import.meta.dirname, "..");
setup(root);
const jest = join(root, "node_modules", "jest", "bin", "jest.js");
const flags = ["--experimental-vm-modules", "--disable-warning=ExperimentalWarning"];
const { status } = spawnSync(process.execPath, [...flags, jest, ...process.argv.slice(2)], { stdio: "inherit" });
process.exitCode = status ?? 1;
