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
  /** Milliseconds for which it may unwind when something else ends the call now. */
  readonly patienceAt: (now: number) => number;
}

/**
 * The SDK stops min(250 ms, a tenth of what is left) before the transport's deadline, so that the report
 * and the `timeout` error still get out; with less than 100 ms left it does not stop early. The
 * operation's own limit counts only where the transport brings none.
 *
 * @param dueAt When the transport's deadline is, in milliseconds since the epoch.
 */
export function callDeadline(
  dueAt: number | undefined,
  ownMs: number | undefined,
  now: number,
): CallDeadline | undefined {
  if (dueAt !== undefined) {
    const left = Math.max(0, dueAt - now);
    const early = left < 100 ? 0 : Math.min(250, left / 10);
    const patienceAt = (later: number) => Math.max(0, Math.min(patience, dueAt - later));
    return { at: deadlineDate(dueAt), totalMs: left, stopAfter: left - early, patience: early / 2, patienceAt };
  }
  if (ownMs === undefined) return undefined;
  return { at: deadlineDate(now + ownMs), totalMs: ownMs, stopAfter: ownMs, patience, patienceAt: () => patience };
}

/** The latest time that a Date can hold. */
const endOfTime = 8.64e15;

function deadlineDate(ms: number): Date {
  return new Date(Math.min(ms, endOfTime));
}
