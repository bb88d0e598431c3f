import { writeFileSync, writeSync } from "node:fs";

/** All ways in which code that knows nothing of kernels says something. */
export const printers = [
  "console.log",
  "console.error",
  "process.stdout",
  "fs.writeSync(1)",
  "fs.writeFileSync(1)",
] as const;

export function printed(how: (typeof printers)[number], say: string): void {
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
    case "fs.writeSync(1)":
      writeSync(1, `${say}\n`);
      return;
    case "fs.writeFileSync(1)":
      writeFileSync(1, `${say}\n`);
  }
}
