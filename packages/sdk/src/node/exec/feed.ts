import type { Writable } from "node:stream";

/**
 * Gives a program its input. That it does not read all of it, or ends first, is no fault; what the input itself throws
 * is told to `failed`.
 */
export function feed(
  stdin: Writable,
  input: string | Uint8Array | AsyncIterable<string | Uint8Array>,
  failed: (error: unknown) => void,
): void {
  stdin.on("error", () => undefined);
  if (typeof input === "string" || ArrayBuffer.isView(input)) stdin.end(input);
  else void pour(stdin, input).catch(failed);
}

async function pour(stdin: Writable, input: AsyncIterable<string | Uint8Array>): Promise<void> {
  let leave: () => void = () => undefined;
  let closed = false;
  stdin.once("close", () => {
    closed = true;
    leave();
  });
  // Not by a race with one lasting promise, which would remember every piece that it raced with.
  const unlessClosed = <T>(wait: Promise<T>): Promise<T | undefined> =>
    new Promise((resolve, reject) => {
      leave = () => resolve(undefined);
      if (closed) leave();
      wait.then(resolve, reject);
    });
  const drained = () => new Promise<void>((resolve) => stdin.once("drain", resolve));

  const iterator = input[Symbol.asyncIterator]();
  try {
    for (;;) {
      // The input may never come, and the program may not wait for it.
      const step = await unlessClosed(iterator.next());
      if (step === undefined) return;
      if (step.done === true) break;
      if (!stdin.write(step.value)) await unlessClosed(drained());
    }
    stdin.end();
  } finally {
    // Waits for nothing: a generator in an await of its own takes this up only when that settles.
    void Promise.resolve(iterator.return?.()).catch(() => undefined);
  }
}
