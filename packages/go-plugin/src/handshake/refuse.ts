import { writeSync } from "node:fs";
import { originalOf } from "../output/original.js";

/** Ends the process with 1 after a text on stderr. */
export function exitWith(text: string): never {
  try {
    originalOf(writeSync)(2, text);
  } catch {
    // Nobody reads it.
  }
  process.exit(1);
}
