import { parseDuration } from "@plugwright/sdk";
import { usageError } from "./problem.js";

/** The milliseconds of an option's value, as in `30s`. @throws CommandError (wrong usage) if it is none. */
export function durationOf(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const { value, faults } = parseDuration(text);
  const [fault] = faults;
  if (fault !== undefined || value === undefined) {
    throw usageError(`--${option}: ${fault?.reason ?? "no duration"}`, "write 500ms, 30s, 5m or 2h");
  }
  return value;
}
