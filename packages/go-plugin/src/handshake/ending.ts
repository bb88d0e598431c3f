/** Why a plugin ends: the host said so, the host is gone, or a signal to terminate came. */
export type EndReason = "shutdown" | "host gone" | "signal";

/** Something to be done before the process exits. */
export type EndHook = (reason: EndReason) => Promise<void> | void;

/** The end of the process. */
export interface Ending {
  /** Hooks run together when the end has begun. They have 400 ms; what takes longer is cut off. */
  readonly onEnd: (hook: EndHook) => void;
  /** Begins the end. At the first free turn of the loop after half a second the process exits, whatever is open. */
  readonly end: (reason: EndReason) => void;
}

/** The host kills after two seconds. */
const latestMs = 450;
const hooksMs = 400;

/**
 * Puts an end to this process in order: with 0 when it is told to, or when the host is gone. `cleanUp` runs at every
 * exit but a crash of Node itself and SIGKILL. SIGINT and SIGHUP, which a terminal sends to all of its processes, are the
 * host's to act upon.
 */
export function prepareEnding(cleanUp: () => void): Ending {
  const hooks: EndHook[] = [];
  let begun = false;
  const end = (reason: EndReason): void => {
    if (begun) return;
    begun = true;
    setTimeout(exit, latestMs);
    const late = new Promise<void>((resolve) => setTimeout(resolve, hooksMs));
    const done = Promise.allSettled(hooks.map(async (hook) => hook(reason)));
    // A turn of the loop, so that the answer to who asked for it is written.
    void Promise.race([done, late]).then(() => setImmediate(() => setImmediate(exit)));
  };
  process.once("exit", cleanUp);
  process.on("SIGINT", () => {});
  process.on("SIGHUP", () => {});
  process.once("SIGTERM", () => end("signal"));
  return { onEnd: (hook) => void hooks.push(hook), end };
}

function exit(): void {
  process.exit(0);
}
