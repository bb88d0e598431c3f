import { CommandError } from "./problem.js";

/** What whoever is told to end exits with, by Control-C or otherwise. */
export const stoppedCode = 130;

/**
 * The outcome of a command, or an error as soon as the program is told to end. The command is left as it is then: the
 * process exits, which ends what it has started.
 * @throws CommandError when it was told to end
 */
export async function unlessStopped<T>(work: Promise<T>, stop: AbortSignal): Promise<T> {
  let leave = (): void => {};
  const stopped = new Promise<never>((_, reject) => {
    leave = () => reject(new CommandError("it was told to end", [], stoppedCode));
    if (stop.aborted) leave();
    else stop.addEventListener("abort", leave, { once: true });
  });
  return Promise.race([work, stopped]).finally(() => stop.removeEventListener("abort", leave));
}
