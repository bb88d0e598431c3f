// After the last test: nothing of this run is left, no process, socket or temporary file. Otherwise the run has failed.
import { setTimeout as sleep } from "node:timers/promises";
import { processesLeft } from "./processes-left.mjs";
import { closeRun, filesLeft, runVariable } from "./run-folder.mjs";

/** How long what was told to end may take, in milliseconds. A watcher of programs stays for a while. */
const patience = 10_000;

// biome-ignore lint/style/noDefaultExport: Jest asks for it
export default async function after() {
  const run = process.env[runVariable];
  if (run === undefined) return;
  const until = performance.now() + patience;
  let processes = processesLeft(run);
  for (; processes.length > 0 && performance.now() < until; processes = processesLeft(run)) await sleep(100);
  const left = [
    ...processes.map(({ pid, command, folder }) => `process ${pid} (of ${folder}): ${command}`),
    ...filesLeft(run).map((path) => `temporary file ${path}`),
  ];
  for (const { pid } of processes) end(pid);
  closeRun();
  if (left.length === 0) return;
  console.error(`\nFAILED: the tests left something behind\n${left.map((line) => `  ${line}\n`).join("")}`);
  // An error here would keep Jest from writing its report.
  process.exitCode = 1;
}

/** @param {number} pid */
function end(pid) {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended at last.
  }
}
