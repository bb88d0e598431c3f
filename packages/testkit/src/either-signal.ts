/**
 * Runs something with a signal that aborts as soon as one of these does, with its reason. They are left alone when it has
 * ended: a signal may outlive thousands of calls.
 */
export async function withEither<T>(
  signals: readonly (AbortSignal | undefined)[],
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const undo: (() => void)[] = [];
  for (const signal of signals) {
    if (signal === undefined) continue;
    const abort = () => controller.abort(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort, { once: true });
    undo.push(() => signal.removeEventListener("abort", abort));
  }
  try {
    return await run(controller.signal);
  } finally {
    for (const leave of undo) leave();
  }
}

/** Resolves as the promise does, or with `undefined` as soon as the signal has aborted. */
export async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  let leave = (): void => {};
  const aborted = new Promise<undefined>((resolve) => {
    leave = () => resolve(undefined);
    if (signal.aborted) leave();
    else signal.addEventListener("abort", leave, { once: true });
  });
  return Promise.race([promise, aborted]).finally(() => signal.removeEventListener("abort", leave));
}
