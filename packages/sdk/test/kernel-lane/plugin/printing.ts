import { spawn } from "node:child_process";
import { writeFileSync, writeSync } from "node:fs";
import { Worker } from "node:worker_threads";

/** All ways in which code that knows nothing of kernels says something. */
export const printers = [
  "console.log",
  "console.error",
  "process.stdout",
  "process.stderr",
  "fs.writeSync(1)",
  "fs.writeSync(2)",
  "fs.writeFileSync(1)",
  "a worker's console",
  "a worker's fs",
  "an inherited child",
] as const;

export type Printer = (typeof printers)[number];

const workers: Partial<Record<Printer, string>> = {
  "a worker's console": "console.log(require('node:worker_threads').workerData)",
  "a worker's fs": "require('node:fs').writeSync(1, require('node:worker_threads').workerData + '\\n')",
};

/** Resolves when it has been said. */
export async function printed(how: Printer, say: string): Promise<void> {
  switch (how) {
    case "console.log":
      console.log(say);
      return;
    case "console.error":
      console.error(say);
      return;
    case "process.stdout":
      process.stdout.write(`${say}\n`);
      return;
    case "process.stderr":
      process.stderr.write(`${say}\n`);
      return;
    case "fs.writeSync(1)":
      writeSync(1, `${say}\n`);
      return;
    case "fs.writeSync(2)":
      writeSync(2, `${say}\n`);
      return;
    case "fs.writeFileSync(1)":
      writeFileSync(1, `${say}\n`);
      return;
    case "an inherited child": {
      const child = spawn("echo", [say], { stdio: "inherit" });
      await new Promise((resolve) => child.once("exit", resolve));
      return;
    }
    default: {
      const worker = new Worker(workers[how] ?? "", { eval: true, workerData: say });
      await new Promise((resolve) => worker.once("exit", resolve));
    }
  }
}
