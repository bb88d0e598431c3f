import { type Derived, show, stepFault } from "./derived.js";

/** A length of time: a number and its unit, as in `"500ms"`, `"30s"`, `"5m"`, `"2h"`. */
export type Duration = `${number}${"ms" | "s" | "m" | "h"}`;

const unitMs: ReadonlyMap<string, number> = new Map([
  ["ms", 1],
  ["s", 1_000],
  ["m", 60_000],
  ["h", 3_600_000],
]);

const longestMs = 365 * 24 * 3_600_000;

/**
 * Reads a duration as whole milliseconds, from 1 ms to 365 days. More is a typing error, and lies near what
 * `google.protobuf.Duration` and timers take.
 */
export function parseDuration(text: unknown): Derived<number | undefined> {
  const match = typeof text === "string" ? /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(text) : null;
  if (match === null) return fault(`${show(text)} is no duration`, 'write "500ms", "30s", "5m" or "2h"');
  // Rounded to a microsecond first: 1.001 * 1000 is not 1001 in binary.
  const ms = Math.round(Number(match[1]) * (unitMs.get(match[2] ?? "") ?? Number.NaN) * 1_000) / 1_000;
  if (ms === 0) return fault(`${show(text)} leaves a call no time`, "leave the step out for the kernel's own limit");
  if (ms > longestMs) return fault(`${show(text)} is more than 365 days`, "the longest duration is 8760h");
  if (!Number.isInteger(ms)) return fault(`${show(text)} is no whole number of milliseconds`, "use the unit ms");
  return { value: ms, faults: [] };
}

function fault(reason: string, hint: string): Derived<undefined> {
  return { value: undefined, faults: [stepFault(reason, hint)] };
}
