import type { Io } from "./command.js";

const patienceMs = 1000;

/** Shows that something is being done, from the time on when it has taken a second; on a terminal only. */
export async function progress<T>(
  { terminal, err }: Pick<Io, "terminal" | "err">,
  what: string,
  work: Promise<T>,
): Promise<T> {
  if (!terminal) return work;
  const started = performance.now();
  let shown = false;
  const timer = setInterval(() => {
    shown = true;
    err(`\r${what} ... ${Math.round((performance.now() - started) / 1000)} s`);
  }, patienceMs);
  try {
    return await work;
  } finally {
    clearInterval(timer);
    // The line is taken away, as if it had not been there.
    if (shown) err("\r\u001b[2K");
  }
}
