import { existsSync, readdirSync, readFileSync } from "node:fs";
import { relative } from "node:path";

/**
 * A living process.
 *
 * @typedef {object} Left
 * @property {number} pid
 * @property {string} command
 * @property {string} folder that of the test file which started it, below the run's
 */

/**
 * The living processes that have the folder of a run in their environment or arguments, but for this one. Only on Linux;
 * elsewhere none.
 *
 * @param {string} run
 * @returns {Left[]}
 */
export function processesLeft(run) {
  if (!existsSync("/proc/self/environ")) return [];
  return (
    readdirSync("/proc")
      .map(Number)
      .filter((pid) => Number.isInteger(pid) && pid !== process.pid)
      .map((pid) => ({ pid, environment: read(pid, "environ"), command: read(pid, "cmdline").replaceAll("\0", " ") }))
      .filter(({ environment, command }) => environment.includes(run) || command.includes(run))
      // esbuild's service reads from whoever started it, and ends with that: with Jest itself where it has no workers.
      .filter(({ command }) => !/esbuild --service=[\d.]+ --ping $/.test(command))
      // Not zombies, and not what ended while it was looked at.
      .filter(({ pid }) => /^\S+ \(.*\) [^ZX]/s.test(read(pid, "stat")))
      .map(({ pid, environment, command }) => {
        const temp = /(?:^|\0)TMPDIR=([^\0]*)/.exec(environment)?.[1] ?? "";
        const folder = temp.startsWith(run) ? relative(run, temp) : "";
        return { pid, command: command.trim(), folder: folder === "" ? "no test file" : folder };
      })
  );
}

/**
 * @param {number} pid
 * @param {string} file
 */
function read(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "latin1");
  } catch {
    return "";
  }
}
