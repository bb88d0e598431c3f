#!/usr/bin/env node
// Installs the dependencies when those at hand are not the ones of package-lock.json. It runs before
// anything is installed, so it uses only what Node brings.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/**
 * Makes node_modules match the lock file; does nothing when it does. Ends the process if that fails.
 *
 * @param {string} root
 */
export function setup(root) {
  if (isInstalled(root)) return;
  // npm is a script on Windows.
  const { status } = spawnSync("npm", ["ci"], { cwd: root, stdio: "inherit", shell: process.platform === "win32" });
  if (status !== 0) process.exit(status ?? 1);
}

/**
 * Compares what npm recorded in node_modules with the lock file. Contents, not times: a checkout touches the
 * lock file without changing it. Optional packages may be missing, as each belongs to one platform.
 *
 * @param {string} root
 * @returns {boolean}
 */
export function isInstalled(root) {
  const installed = readPackages(join(root, "node_modules", ".package-lock.json"));
  const locked = readPackages(join(root, "package-lock.json"));
  if (!installed || !locked) return false;
  const known = Object.keys(installed).every((path) => path in locked);
  return (
    known &&
    Object.entries(locked).every(([path, { version, optional, devOptional }]) => {
      if (path === "") return true;
      const there = installed[path];
      return there ? there.version === version : optional === true || devOptional === true;
    })
  );
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, optional?: boolean, devOptional?: boolean }> | undefined}
 */
function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8")).packages;
  } catch {
    return undefined;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) setup(join(import.meta.dirname, ".."));
