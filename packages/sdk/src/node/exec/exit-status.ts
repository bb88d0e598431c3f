import { constants } from "node:os";
import type { ExitStatus } from "../../operation/program.js";

/**
 * What Node tells of a program's end as an exit code that is always an int32, and never 0 for a signal's work. (A
 * real-time signal is the exception: Node itself reports it as an exit with 0.)
 */
export function exitStatus(code: number | null, signal: NodeJS.Signals | null): ExitStatus {
  if (signal !== null) return { code: 128 + constants.signals[signal], signal };
  // Windows counts without a sign, up to 0xFFFFFFFF.
  return { code: (code ?? -1) | 0, signal: undefined };
}
