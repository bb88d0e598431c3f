/** Resolves when the signal aborts. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

/**
 * Whether the promise settles before `ms` milliseconds have gone by.
 * @throws what it rejects with, if it does so in time.
 */
export async function settlesWithin(ms: number, promise: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  return Promise.race([promise.then(() => true), late]).finally(() => clearTimeout(timer));
}

/** A stream that ends without a message when the work is done. */
export async function* nothingUntil(work: () => Promise<unknown>): AsyncGenerator<never> {
  await work();
  yield* [];
}
