/** How long an aborted handler is waited for, in milliseconds, where no deadline of the transport presses. */
export const patience = 500;

/** When a call ends for want of time. */
export interface CallDeadline {
  /** When the caller, or the operation's own limit, ends the call. */
  readonly at: Date;
  /** Milliseconds that the call has in all. */
  readonly totalMs: number;
  /** Milliseconds after which the SDK stops the handler. */
  readonly stopAfter: number;
  /** Milliseconds for which the handler may then still unwind. */
  readonly patience: number;
}

/**
 * The SDK stops min(250 ms, a tenth of what is left) before the transport's deadline, so that the report
 * and the `timeout` error still get out; with less than 100 ms left it does not stop early. The
 * operation's own limit counts only where the transport brings none.
 */
export function callDeadline(
  transportMs: number | undefined,
  ownMs: number | undefined,
  now: number,
): CallDeadline | undefined {
  if (transportMs !== undefined) {
    const early = transportMs < 100 ? 0 : Math.min(250, transportMs / 10);
    return {
      at: deadlineDate(now + transportMs),
      totalMs: transportMs,
      stopAfter: transportMs - early,
      patience: early / 2,
    };
  }
  if (ownMs === undefined) return undefined;
  return { at: deadlineDate(now + ownMs), totalMs: ownMs, stopAfter: ownMs, patience };
}

/** The latest time that a Date can hold. */
const endOfTime = 8.64e15;

function deadlineDate(ms: number): Date {
  return new Date(Math.min(ms, endOfTime));
}
