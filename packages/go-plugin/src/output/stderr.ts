import { fstatSync, writeSync } from "node:fs";
import { originalOf } from "./original.js";

/** What may wait for a host that does not read its end of stderr. Lines beyond it are lost. */
const mostWaiting = 4 * 1024 * 1024;

interface Sink {
  readonly write: (lines: string) => void;
  /** Whether something is waiting; then `done` is called when it no longer is. */
  readonly flush: (done: () => void) => boolean;
}

let sink: Sink | undefined;

/**
 * Writes lines to stderr, past any guard. Never throws: when the host is gone there is nobody to tell. When the host
 * does not read, they wait in memory, up to 4 MiB.
 */
export function writeStderr(lines: string): void {
  sink ??= openSink();
  sink.write(lines);
}

/** Resolves when what was written has been passed on, or `ms` milliseconds have gone by. */
export function flushStderr(ms: number): Promise<void> {
  return new Promise((resolve) => {
    if (sink?.flush(resolve) ?? false) setTimeout(resolve, ms);
    else resolve();
  });
}

function openSink(): Sink {
  // Node writes to files with the functions of node:fs, which the guard watches: it would come back here.
  if (isFile(2)) return { write: writeToFile, flush: () => false };
  const { stderr } = process;
  // EPIPE when the host is gone would be an exception that nobody catches.
  stderr.on("error", () => {});
  const write = originalOf(stderr.write).bind(stderr);
  return {
    write(lines) {
      if (stderr.writableLength < mostWaiting) write(lines);
    },
    flush(done) {
      const isWaiting = stderr.writableLength > 0;
      if (isWaiting) write("", "utf8", () => done());
      return isWaiting;
    },
  };
}

function writeToFile(lines: string): void {
  try {
    originalOf(writeSync)(2, lines);
  } catch {
    // The disk is full, say.
  }
}

function isFile(fd: number): boolean {
  try {
    return fstatSync(fd).isFile();
  } catch {
    return false;
  }
}
