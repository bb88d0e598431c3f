import { spawn } from "node:child_process";
import { leftOnLinux, targetsOnLinux } from "./linux.js";
import type { Target, TreeHost } from "./tree.js";

/** Runs a program of the system and forgets it. */
export type Runner = (file: string, args: readonly string[]) => void;

/** The host of the system that this runs on. */
export function treeHost(platform: NodeJS.Platform = process.platform): TreeHost {
  if (platform === "win32") return windowsHost();
  return platform === "linux" ? linuxHost : posixHost();
}

/** Finds trees by group and, where a process left its group, by the mark in its environment. */
const linuxHost: TreeHost = { leftOf: leftOnLinux, find: targetsOnLinux, signal: (target, name) => send(target, name) };

/** Finds trees by group. */
export function posixHost(kill: typeof process.kill = process.kill): TreeHost {
  const lives = (pid: number): boolean => {
    try {
      return kill(-pid, 0);
    } catch (error) {
      return !isGone(error);
    }
  };
  return {
    leftOf: (pid) => new Map(lives(pid) ? [[pid, ""]] : []),
    find: (trees) =>
      // The number of a group is not given away while it has members: it is ours as long as it never was empty.
      trees
        .filter(({ pid, exited, left }) => !exited || (left.size > 0 && lives(pid)))
        .map(({ pid }) => ({ pid, group: true })),
    signal: (target, name) => send(target, name, kill),
  };
}

/** Windows knows neither groups nor asking: the tree is found by its parents and ended at once. */
export function windowsHost(run: Runner = runQuietly): TreeHost {
  return {
    leftOf: () => new Map(),
    find: (trees) => trees.filter(({ exited }) => !exited).map(({ pid }) => ({ pid, group: true })),
    signal: ({ pid }) => run("taskkill", ["/pid", String(pid), "/T", "/F"]),
  };
}

function send({ pid, group }: Target, name: NodeJS.Signals, kill: typeof process.kill = process.kill): void {
  // 0 would be our own group, 1 is the system's first process, and -1 is everybody.
  if (!Number.isInteger(pid) || pid <= 1 || pid === process.pid) return;
  try {
    kill(group ? -pid : pid, name);
  } catch {
    // Gone already, or not ours to signal: what is still alive afterwards is looked for.
  }
}

function isGone(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ESRCH";
}

function runQuietly(file: string, args: readonly string[]): void {
  spawn(file, args, { stdio: "ignore", windowsHide: true }).on("error", () => undefined);
}
