import { setTimeout as sleep } from "node:timers/promises";

/** A program and what it started. It leads a process group of its own, which has its pid as number. */
export interface Tree {
  readonly pid: number;
  /** What its environment carries, and so that of all that it started. */
  readonly token: string;
  /** Whether the program itself has ended. Its number may then be another process's. */
  exited: boolean;
  /** What was left of its group at that moment, by pid; with when each began, as far as that is known. */
  left: ReadonlyMap<number, string>;
}

/** What a signal goes to: a process, or a whole group by its number. */
export interface Target {
  readonly pid: number;
  readonly group: boolean;
}

/** How trees are found and ended on one kind of system. */
export interface TreeHost {
  /** What is left of a group whose leader has ended just now. */
  leftOf(pid: number): ReadonlyMap<number, string>;
  /** What of these trees, or of whatever else carries the token, is alive. Never anybody else's process. */
  find(trees: readonly Tree[], token: string): readonly Target[];
  /** That there is no such process any more is no error. */
  signal(target: Target, name: "SIGTERM" | "SIGKILL"): void;
}

/** How long a program may take to end once it was asked to, in milliseconds. */
export const killAfter = 500;

/** How long what was killed may take to vanish, in milliseconds. The system itself can hold a process for longer. */
const patience = 400;
/** How often it is killed at least: while the loop is blocked, all of that time may pass at once. */
const fewestKills = 3;

/** What is to be ended, and when. What is a function is asked again and again. */
export interface Ending {
  readonly token: string;
  readonly trees: () => readonly Tree[];
  /** By the clock of `performance`. */
  readonly killAt: () => number;
}

/**
 * Asks trees to end, and kills them when it is time. Resolves with what is still alive: nothing, unless the system does
 * not let go.
 */
export async function endTrees(host: TreeHost, { token, trees, killAt }: Ending): Promise<readonly Target[]> {
  const asked = new Set<number>();
  let kills = 0;
  let firstKill = 0;
  for (let pause = 4; ; pause = Math.min(40, pause * 2)) {
    const targets = host.find(trees(), token);
    if (targets.length === 0) return targets;
    const now = performance.now();
    const left = killAt() - now;
    if (left <= 0) {
      if (kills === 0) firstKill = now;
      if (kills >= fewestKills && now - firstKill > patience) return targets;
      kills++;
    }
    for (const target of targets) {
      if (left <= 0) host.signal(target, "SIGKILL");
      else if (!asked.has(target.pid)) host.signal(target, "SIGTERM");
      asked.add(target.pid);
    }
    await sleep(left > 0 ? Math.min(pause, Math.ceil(left)) : pause);
  }
}
