import type { Readable } from "node:stream";

/** Takes a piece of output. What it returns, if anything, is waited for before the next piece of that stream. */
export type Take = (data: Uint8Array, to: "stdout" | "stderr") => Promise<void> | undefined;

/** Reads what a program writes. */
export interface OutputReader {
  /** Resolves when nothing more comes, and all that came was taken. */
  readonly ended: Promise<void>;
  /**
   * The program has ended. What still holds its pipes, a process it left behind, is waited for `ms` milliseconds at most;
   * what was written by then is read, however slow the reader of it is.
   */
  leave(ms: number): void;
  /** Reads no more. */
  close(): void;
}

/** How long a pipe must have been silent to count as empty. */
const silence = 40;
/** More than any pipe holds: whoever has written that much after the time was over will not stop by itself. */
const mostLate = 1024 * 1024;

export function readOutput(streams: Readonly<Record<"stdout" | "stderr", Readable>>, take: Take): OutputReader {
  let open = 2;
  let held = 0;
  let moved = performance.now();
  let until = Number.POSITIVE_INFINITY;
  let late = 0;
  let watch: NodeJS.Timeout | undefined;
  let tellEnded: () => void;
  const ended = new Promise<void>((resolve) => {
    tellEnded = resolve;
  });
  const close = (): void => {
    streams.stdout.destroy();
    streams.stderr.destroy();
  };
  // Looks again and again instead of waiting for 'close': that comes only when the last holder of a pipe is gone.
  const look = (): void => {
    const now = performance.now();
    if (held > 0 || now < until) return;
    const seen = moved;
    if (late > mostLate) close();
    else if (now - seen >= silence) {
      // Were this process busy, what the pipe holds would have gone unnoticed: it is looked into once more before.
      setImmediate(() => {
        if (moved === seen && held === 0) close();
      });
    }
  };
  const settle = (): void => {
    if (open > 0) return;
    clearInterval(watch);
    if (held === 0) tellEnded();
  };
  const read = (to: "stdout" | "stderr"): void => {
    const stream = streams[to];
    let pending = 0;
    stream.on("error", () => undefined);
    stream.on("data", (data: Uint8Array) => {
      moved = performance.now();
      if (moved > until) late += data.length;
      const room = take(data, to);
      if (room === undefined) return;
      held++;
      pending++;
      stream.pause();
      void room.then(() => {
        held--;
        moved = performance.now();
        // Node resumes a stream at the program's end, so that a second piece may have come meanwhile.
        if (--pending === 0) stream.resume();
        settle();
      });
    });
    stream.once("close", () => {
      open--;
      settle();
    });
  };
  read("stdout");
  read("stderr");
  return {
    ended,
    leave(ms) {
      until = Math.min(until, performance.now() + ms);
      if (open > 0) watch ??= setInterval(look, 10);
    },
    close,
  };
}
