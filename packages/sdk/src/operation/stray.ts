import { classify } from "./classify.js";
import type { WireError } from "./errors.js";

/** The failure of a call whose own code let an error go: a floating promise or a throwing callback. */
export function strayError(error: unknown): WireError {
  const known = classify(error);
  return { ...known, message: `an error was not caught: ${known.message}` };
}
