import { ToolError } from "./errors.js";

/** What the driver needs to run a handler. */
export interface DriveOptions {
  /** Runs the author's code in the call's own context. */
  readonly enter: <T>(fn: () => T) => T;
  /** Takes what a generator yields. Rejects when it may not be sent, or when the call is being stopped. */
  readonly send: (event: unknown) => Promise<void>;
  readonly streaming: boolean;
}

/** A handler that was started. */
export interface Driven {
  /** Settles with what the handler returned or threw. */
  readonly work: Promise<unknown>;
  /** Asks it to unwind: a generator that stands at a `yield` runs its `finally` blocks. */
  readonly unwind: () => void;
}

/** Starts a handler, promise or generator, and takes it to its end. */
export function drive(start: () => unknown, options: DriveOptions): Driven {
  let iterator: AsyncIterator<unknown, unknown, undefined> | undefined;
  const run = async (): Promise<unknown> => {
    const started = await options.enter(start);
    if (!isAsyncIterable(started)) return started;
    if (!options.streaming) {
      throw new ToolError(
        "execution_failed",
        "the handler is a generator, but the operation does not declare .streams()",
      );
    }
    iterator = options.enter(() => started[Symbol.asyncIterator]());
    return generate(iterator, options);
  };
  const unwind = () => {
    // A generator that sits in an await of its own takes this up only when that await settles.
    if (iterator !== undefined) void giveBack(iterator, options).catch(() => undefined);
  };
  return { work: run(), unwind };
}

async function generate(iterator: AsyncIterator<unknown, unknown, undefined>, options: DriveOptions): Promise<unknown> {
  for (;;) {
    // Entered at every step: the context of the first step does not last over a yield.
    const step = await options.enter(() => iterator.next());
    if (step.done === true) return step.value;
    try {
      await options.send(step.value);
    } catch (error) {
      await giveBack(iterator, options);
      throw error;
    }
  }
}

async function giveBack(iterator: AsyncIterator<unknown, unknown, undefined>, options: DriveOptions): Promise<void> {
  await options.enter(() => iterator.return?.());
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown, unknown, undefined> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}
