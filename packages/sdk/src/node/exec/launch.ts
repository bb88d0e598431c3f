import { type ChildProcessByStdio, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import type { Command } from "./command.js";

/** A program that runs. Its stdin is there only if it has input. */
export type Child = ChildProcessByStdio<Writable | null, Readable, Readable>;

/** What came of starting a program: at once if it runs, else why it does not. */
export type Launched = { readonly child: Child; readonly pid: number } | { readonly failure: Promise<unknown> };

/** Starts a program as the leader of a process group, which can be ended as a whole. */
export function launch(
  { file, args, cwd, shell }: Command,
  env: Readonly<Record<string, string>>,
  hasInput: boolean,
): Launched {
  try {
    const child = spawn(file, args, {
      cwd,
      env,
      shell,
      // On Windows it would get a window of its own instead.
      detached: process.platform !== "win32",
      windowsHide: true,
      stdio: [hasInput ? "pipe" : "ignore", "pipe", "pipe"],
    });
    const { pid } = child;
    // The types do not follow that stdout and stderr are pipes.
    if (pid !== undefined) return { child: child as Child, pid };
    return { failure: new Promise((resolve) => child.once("error", resolve)) };
  } catch (error) {
    // Most failures come as an event; arguments that are too long are thrown.
    return { failure: Promise.resolve(error) };
  }
}
