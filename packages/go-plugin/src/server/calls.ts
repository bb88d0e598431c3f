/** The calls that a server is answering. */
export interface Calls {
  /** Returns what to run when it is answered, or cancelled. */
  readonly begin: () => () => void;
  /** Resolves when there are none. */
  readonly none: () => Promise<void>;
}

export function countCalls(): Calls {
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
  };
}
