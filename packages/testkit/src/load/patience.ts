import { settlesWithin } from "../settles-within.js";
import { durationText } from "../text.js";

/** How long a provider may take for one answer while it is loaded, in milliseconds of the machine. */
export const patienceMs = 30_000;

/** @throws Error in a sentence where `what` has not answered in time. */
export async function answered<T>(what: string, answer: Promise<T>, ms = patienceMs): Promise<T> {
  if (await settlesWithin(answer, ms)) return answer;
  throw new Error(`${what} has not answered within ${durationText(ms)}`);
}
