import type { Execs } from "./call.js";
import type { CallEvent } from "./events.js";
import type { Outbox } from "./outbox.js";
import type { ExitStatus, ProgramObserver, Programs } from "./program.js";

/** What a call's own programs are run with. */
export interface ExecsOptions {
  readonly programs: Programs;
  readonly outbox: Outbox;
  /** Whether the handler may not send any more. */
  readonly stopped: () => boolean;
}

/** The `exec` that a handler is given after `.spawns()`, and what there is to say of it at the end. */
export interface CallExecs {
  readonly execs: Execs;
  /** How the last program ended. Empty when none ran (tool-data-types, ToolEvent). */
  exitStatus(): readonly CallEvent[];
}

/** Runs programs whose output is the call's. */
export function createExecs({ programs, outbox, stopped }: ExecsOptions): CallExecs {
  let started = 0;
  let last: { readonly number: number; readonly status: ExitStatus } | undefined;
  let turn: Promise<void> = Promise.resolve();

  // One after the other, however many programs write at once: each waits until the reader has room.
  const forward = (data: Uint8Array, to: "stdout" | "stderr"): Promise<void> => {
    turn = turn
      .then(() => {
        if (!stopped()) return outbox.output(data, to, true);
        outbox.lastWords(data, to);
        return undefined;
      })
      .catch(() => undefined);
    return turn;
  };
  const observe = (number: number): ProgramObserver => ({
    output: forward,
    exited(status) {
      if (last === undefined || last.number < number) last = { number, status };
    },
  });
  return {
    execs: { exec: (file, args, options) => programs.run(file, args, options, observe(started++)) },
    exitStatus() {
      if (last === undefined) return [];
      const { code, signal } = last.status;
      return [{ case: "exitStatus", value: { exitCode: code, ...(signal === undefined ? {} : { signal }) } }];
    },
  };
}
