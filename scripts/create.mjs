#!/usr/bin/env node
// What `npm create plugwright` does, with the packages of this checkout, which the project gets as tarballs.
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { pack } from "./pack.mjs";
import { setup } from "./setup.mjs";

const root = join(import.meta.dirname, "..");
setup(root);
const packed = await pack(root);
const own = packed.find(({ name }) => name === "create-plugwright");
if (own === undefined) throw new Error("there is no package create-plugwright");
const given = ["create-plugwright", "--packages", dirname(own.tarball), ...process.argv.slice(2)];
const { status } = spawnSync("npm", ["exec", "--yes", `--package=${own.tarball}`, "--", ...given], {
  stdio: "inherit",
  // npm changes to the checkout; folders are meant as where it was called.
  cwd: process.env["INIT_CWD"] ?? process.cwd(),
  shell: process.platform === "win32",
});
process.exitCode = status ?? 1;
