import type { ChildProcess } from "node:child_process";
import type { Readable } from "node:stream";
import type { ExitStatus } from "../../operation/program.js";
import { exitStatus } from "./exit-status.js";
import { readOutput, type Take } from "./output.js";

/** A program that runs, and what it writes. */
export interface Attended {
  /** Resolves with its end, after its last output; with nothing if it was given up. */
  readonly done: Promise<ExitStatus | undefined>;
  /** It is being ended: what it leaves behind is not waited for. */
  hurry(): void;
  /** The system does not let it go: nothing more is heard of it. */
  giveUp(): void;
}

/** How long a process that a program left behind may hold its pipes, in milliseconds. Its output until then counts. */
const grace = 2000;

/** Attends a program from its start, which must be in the same turn. */
export function attend(
  child: ChildProcess & { readonly stdout: Readable; readonly stderr: Readable },
  take: Take,
  onExit: () => void,
): Attended {
  const reader = readOutput({ stdout: child.stdout, stderr: child.stderr }, take);
  let wait = grace;
  let giveUp: () => void = () => undefined;
  const exited = new Promise<ExitStatus | undefined>((resolve) => {
    giveUp = () => resolve(undefined);
    child.once("exit", (code, signal) => {
      onExit();
      resolve(exitStatus(code, signal));
    });
  });
  const done = exited.then(async (status) => {
    if (status === undefined) reader.close();
    else reader.leave(wait);
    await reader.ended;
    return status;
  });
  return {
    done,
    hurry() {
      wait = 0;
      // Counts only once the program has ended: what it says on its way out is part of the answer.
      if (child.exitCode !== null || child.signalCode !== null) reader.leave(0);
    },
    giveUp,
  };
}
