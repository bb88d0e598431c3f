import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { until } from "./until.js";

/** A text that no other process has in its environment or arguments. */
export const newMark = (): string => `mark-${randomBytes(8).toString("hex")}`;

/** The living processes that have a text in their environment or arguments, by pid, with their command lines. */
export function processesWith(mark: string): ReadonlyMap<number, string> {
  const found = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => (read(pid, "environ") + read(pid, "cmdline")).includes(mark))
    // Not zombies, and not what ended while it was looked at.
    .filter((pid) => /^\S+ \(.*\) [^ZX]/s.test(read(pid, "stat")))
    .map((pid): [number, string] => [Number(pid), read(pid, "cmdline").replaceAll("\0", " ").trim()]);
  return new Map(found);
}

/**
 * Waits until no process has the text, and tells how long that took. Fails after four times what was promised: a busy
 * machine is no fault.
 */
export async function untilGone(mark: string, promised: number): Promise<number> {
  try {
    return Math.round(await until("nothing is left", () => processesWith(mark).size === 0, 4 * promised));
  } catch (error) {
    const left = [...processesWith(mark)].map(([pid, command]) => `${pid} ${command}`);
    throw new Error(`of ${mark} is left after ${4 * promised} ms:\n${left.join("\n")}`, { cause: error });
  }
}

/** Kills what is left, so that a test that failed leaves nothing. */
export function killAll(mark: string): void {
  for (const pid of processesWith(mark).keys()) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // Gone meanwhile.
    }
  }
}

function read(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "latin1");
  } catch {
    return "";
  }
}
