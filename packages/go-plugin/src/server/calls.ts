import type { RunningCall } from "./call.js";

/** The calls that a server is answering. */
export interface Calls {
  /** Has a call hear of `abort`; `none` waits for it, if it is counted. Returns what to run when it is over. */
  readonly enter: (call: RunningCall, isCounted: boolean) => () => void;
  /** Resolves when none is counted. */
  readonly none: () => Promise<void>;
  /** Aborts all, and whatever comes. */
  readonly abort: (reason: unknown) => void;
}

export function trackCalls(): Calls {
  const entered = new Set<RunningCall>();
  let aborted: { readonly reason: unknown } | undefined;
  let running = 0;
  let waiting: (() => void)[] = [];
  return {
    enter(call, isCounted) {
      entered.add(call);
      if (isCounted) running++;
      if (aborted !== undefined) call.abort(aborted.reason);
      return () => {
        entered.delete(call);
        if (!isCounted || --running > 0) return;
        for (const resolve of waiting) resolve();
        waiting = [];
      };
    },
    none: () => new Promise((resolve) => (running === 0 ? resolve() : waiting.push(resolve))),
    abort(reason) {
      aborted = { reason };
      for (const call of [...entered]) call.abort(reason);
    },
  };
}
