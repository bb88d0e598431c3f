import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { markName } from "./environment.js";
import { watcherScript } from "./watcher-script.js";

/** What all marks of this process begin with. */
export const processToken = randomBytes(12).toString("hex");

/** Somebody who runs programs. While there is one, the programs do not outlive this process. */
export interface Watch {
  /** A program leads this group. */
  add(group: number): void;
  /** It has ended, and has left these processes in its group, by pid with when each began. */
  left(group: number, processes: ReadonlyMap<number, string>): void;
  /** Nothing of this somebody is left. */
  release(): void;
}

/** How long the watcher stays without work, in milliseconds. */
const linger = 2000;

interface Running {
  readonly child: ChildProcess;
  readonly write: (line: string) => void;
}

let running: Running | undefined;
let holders = 0;
let leaving: NodeJS.Timeout | undefined;
/** What the watcher knows, by group: the line that says so. */
const known = new Map<number, string>();

/**
 * Sees to it that programs end with this process, however it ends: a small process of its own reads from a pipe that
 * only we hold, and at the pipe's end ends what is left. Started when the first program is, so that a plugin that runs
 * none pays nothing. Windows has no such process.
 *
 * @param onMissing Told why it cannot be started, where that is so.
 */
export function watch(onMissing: (error: Error) => void): Watch {
  holders++;
  clearTimeout(leaving);
  running ??= start(onMissing);
  const own = new Set<number>();
  const tell = (group: number, line: string): void => {
    known.set(group, line);
    running?.write(line);
  };
  const forget = (group: number): void => {
    known.delete(group);
    own.delete(group);
    running?.write(`- ${group}\n`);
  };
  let released = false;
  return {
    add(group) {
      // It may have been killed meanwhile.
      running ??= start(onMissing);
      own.add(group);
      tell(group, `+ ${group}\n`);
    },
    left(group, processes) {
      if (processes.size === 0) forget(group);
      else tell(group, `= ${group} ${[...processes].map(([pid, began]) => `${pid}:${began}`).join(" ")}\n`);
    },
    release() {
      if (released) return;
      released = true;
      for (const group of [...own]) forget(group);
      if (--holders === 0) leaving = setTimeout(leave, linger).unref();
    },
  };
}

function leave(): void {
  // In words: at a bare end it would look for what carries the token, and find what is started next.
  running?.write("quit\n");
  running?.child.stdin?.end();
  running = undefined;
}

function start(onMissing: (error: Error) => void): Running | undefined {
  if (process.platform === "win32") return undefined;
  const { [markName]: _, ...env } = process.env;
  // In a group of its own: a signal to ours does not reach it. In the root directory: it holds no other one.
  const child = spawn("/bin/sh", ["-c", watcherScript, "plugwright-watch"], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
    cwd: "/",
    env,
  });
  child.on("error", onMissing);
  // Where the system has no room for another process there is no pipe to it either.
  if (child.pid === undefined) return undefined;
  const { stdin } = child;
  const gone = (): void => {
    if (running?.child === child) running = undefined;
  };
  child.on("exit", gone);
  stdin.on("error", gone);
  child.unref();
  // A pipe to a process is a socket here, and would keep this process alive as well.
  if ("unref" in stdin && typeof stdin.unref === "function") stdin.unref();
  const write = (line: string): void => {
    if (stdin.writable) stdin.write(line);
  };
  write(`${processToken}\n`);
  for (const line of known.values()) write(line);
  return { child, write };
}
