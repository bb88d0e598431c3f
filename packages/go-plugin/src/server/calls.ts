import type { RunningCall } from "./call.js";

/** The calls that a server is answering. */
export interface Calls {
  /** Counts one. Returns what to run when it is answered, or cancelled. */
  readonly begin: () => () => void;
  /** Resolves when none is counted. */
  readonly none: () => Promise<void>;
  /** Has a call hear of `abort`. Returns what to run when it is over. */
  readonly enter: (call: RunningCall) => () => void;
  /** Aborts all, and whatever comes. */
  readonly abort: (reason: unknown) => void;
}

export function trackCalls(): Calls {
  const entered = new Set<RunningCall>();
  let aborted: { readonly reason: unknown } | undefined;
  let running = 0;
  let waiting: (() => void)[] = [];
  return {
    begin() {
      running++;
      return () => {
        running--;
        if (running > 0) return;
        for (const resolve of waiting) resolve();
        waiting = [];
      };
    },
    none: () => new Promise((resolve) => (running === 0 ? resolve() : waiting.push(resolve))),
    enter(call) {
      entered.add(call);
      if (aborted !== undefined) call.abort(aborted.reason);
      return () => entered.delete(call);
    },
    abort(reason) {
      aborted = { reason };
      for (const call of [...entered]) call.abort(reason);
    },
  };
}
