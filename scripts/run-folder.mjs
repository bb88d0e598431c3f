import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";

/** The variable that names the folder of this run of the tests, in the environment of whatever the run starts. */
export const runVariable = "TEST_RUN";

/** What tools keep among temporary files to be faster the next time. It stays where it is. */
const CACHES = ["node-compile-cache", `tsx-${process.geteuid?.() ?? userInfo().username}`];

/** @type {string | undefined} */
let previous;

/**
 * Makes a folder for the temporary files of a run. Its name is short: sockets lie in it, whose paths must not be long.
 *
 * @returns {string}
 */
export function openRun() {
  previous = process.env["TMPDIR"];
  const outer = realpathSync(tmpdir());
  const folder = mkdtempSync(join(outer, "pw-"));
  linkCaches(outer, folder);
  process.env[runVariable] = folder;
  process.env["TMPDIR"] = folder;
  return folder;
}

/** Everything is as before: with `--watch` another run follows. */
export function closeRun() {
  const folder = process.env[runVariable];
  delete process.env[runVariable];
  if (previous === undefined) delete process.env["TMPDIR"];
  else process.env["TMPDIR"] = previous;
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
}

/**
 * Makes a folder within the run's, for the temporary files of one test file.
 *
 * @param {string} run
 * @param {string} name
 * @returns {string}
 */
export function openPart(run, name) {
  const folder = join(run, name);
  mkdirSync(folder);
  linkCaches(run, folder);
  return folder;
}

/**
 * What is in the folder of a run, each with the folder of the test file that it belongs to.
 *
 * @param {string} run
 * @returns {string[]}
 */
export function filesLeft(run) {
  return readdirSync(run, { withFileTypes: true })
    .filter(({ name }) => !CACHES.includes(name))
    .flatMap((entry) => (entry.isDirectory() ? below(join(run, entry.name), entry.name) : [entry.name]));
}

/**
 * @param {string} folder
 * @param {string} name
 */
function below(folder, name) {
  return readdirSync(folder)
    .filter((entry) => !CACHES.includes(entry))
    .map((entry) => `${name}/${entry}`);
}

/**
 * @param {string} outer
 * @param {string} folder
 */
function linkCaches(outer, folder) {
  for (const name of CACHES) {
    mkdirSync(join(outer, name), { recursive: true });
    symlinkSync(join(outer, name), join(folder, name), "junction");
  }
}
