import { originalOf } from "./original.js";

/** What may wait for a host that does not read its end of stderr. Lines beyond it are lost. */
const mostWaiting = 4 * 1024 * 1024;

const heard = new WeakSet<object>();

/**
 * Writes lines to stderr, past any guard. Never throws: when the host is gone there is nobody to tell. When the host
 * does not read, they wait in memory, up to 4 MiB.
 */
export function writeStderr(lines: string): void {
  const { stderr } = process;
  if (!heard.has(stderr)) {
    heard.add(stderr);
    // EPIPE when the host is gone would be an exception that nobody catches.
    stderr.on("error", () => {});
  }
  if (stderr.writableLength < mostWaiting) originalOf(stderr.write).call(stderr, lines);
}

/** Resolves when what was written has been passed on, or `ms` milliseconds have gone by. */
export function flushStderr(ms: number): Promise<void> {
  const { stderr } = process;
  return new Promise((resolve) => {
    setTimeout(resolve, stderr.writableLength === 0 ? 0 : ms);
    originalOf(stderr.write).call(stderr, "", "utf8", () => resolve());
  });
}
