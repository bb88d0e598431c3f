import { Code, ConnectError } from "@connectrpc/connect";

/** What a timer of Node takes, a little less than 25 days; beyond it, it would fire at once. */
const longestMs = 2 ** 31 - 1;

const unitMs: Readonly<Record<string, number>> = { H: 3_600_000, M: 60_000, S: 1000, m: 1, u: 0.001, n: 0.000_001 };

/**
 * The milliseconds that a `grpc-timeout` header gives, those of the longest timer if it is longer; `undefined` if there is none.
 * @throws ConnectError (invalid_argument) for a header that gives no time.
 */
export function timeoutOf(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  const [, digits, unit = ""] = /^(\d{1,8})([HMSmun])$/.exec(header) ?? [];
  if (digits === undefined) {
    throw new ConnectError(`${JSON.stringify(header)} is no grpc-timeout: it is as in "250m"`, Code.InvalidArgument);
  }
  return Math.min(longestMs, Number(digits) * (unitMs[unit] ?? 0));
}
