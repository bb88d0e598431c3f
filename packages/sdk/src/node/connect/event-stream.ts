/**
 * Takes the next message of a stream. Resolves when the reader took it, and so has asked for another one than that before
 * it; rejects when the reader is gone.
 */
export type Write<T> = (message: T) => Promise<void>;

interface Slot<T> {
  readonly message: T;
  readonly taken: () => void;
  readonly refused: (reason: unknown) => void;
}

/**
 * Makes a stream that is pulled, as connect wants it, of one that is pushed. The producer holds at most one
 * message that the reader has not asked for. The reader may vanish without a word: connect stops pulling
 * and never calls `return` while it waits for a full socket, so the signal is what ends the producer.
 */
export function eventStream<T>(signal: AbortSignal, produce: (write: Write<T>) => Promise<void>): AsyncIterable<T> {
  let slot: Slot<T> | undefined;
  let asked: ((result: IteratorResult<T, undefined>) => void) | undefined;
  let refuseAsked: ((reason: unknown) => void) | undefined;
  let gone: { readonly reason: unknown } | undefined;
  let finished = false;

  const leave = (reason: unknown): void => {
    if (gone !== undefined || finished) return;
    gone = { reason };
    slot?.refused(reason);
    slot = undefined;
    refuseAsked?.(reason);
    signal.removeEventListener("abort", onAbort);
  };
  const onAbort = () => leave(signal.reason);
  if (signal.aborted) onAbort();
  else signal.addEventListener("abort", onAbort);

  const write: Write<T> = (message) => {
    if (gone !== undefined) return Promise.reject(gone.reason);
    if (asked !== undefined) {
      asked({ done: false, value: message });
      asked = undefined;
      return Promise.resolve();
    }
    return new Promise((taken, refused) => {
      slot = { message, taken, refused };
    });
  };
  const finish = (): void => {
    finished = true;
    signal.removeEventListener("abort", onAbort);
    asked?.({ done: true, value: undefined });
    asked = undefined;
  };
  void produce(write).then(finish, leave);

  const iterator: AsyncIterator<T, undefined> = {
    // Not `async`: of a long output every promise less is worth it.
    next() {
      if (slot !== undefined) {
        const { message, taken } = slot;
        slot = undefined;
        taken();
        return Promise.resolve({ done: false, value: message });
      }
      if (gone !== undefined) return Promise.reject(gone.reason);
      if (finished) return Promise.resolve({ done: true, value: undefined });
      return new Promise((resolve, reject) => {
        asked = resolve;
        refuseAsked = reject;
      });
    },
    async return() {
      leave(new Error("the caller left the stream"));
      return { done: true, value: undefined };
    },
  };
  return { [Symbol.asyncIterator]: () => iterator };
}
