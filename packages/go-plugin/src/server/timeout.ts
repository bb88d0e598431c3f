/** What a timer of Node takes, a little less than 25 days; beyond it, it would fire at once. */
const longestMs = 2 ** 31 - 1;

const unitMs: Readonly<Record<string, number>> = { H: 3_600_000, M: 60_000, S: 1000, m: 1, u: 0.001, n: 0.000_001 };

/**
 * The value of a `grpc-timeout` header, with what is longer than any timer replaced by the longest. A value that is none
 * is left to whoever reads it.
 */
export function clampTimeout(value: string): string {
  const [, digits, unit = ""] = /^(\d{1,8})([HMSmun])$/.exec(value) ?? [];
  const ms = Number(digits) * (unitMs[unit] ?? 0);
  return ms > longestMs ? `${Math.floor(longestMs / 1000)}S` : value;
}
