import type { CallDeadline } from "./deadline.js";
import { abortReason, type WireError } from "./errors.js";
import type { Platform, Scope } from "./platform.js";

/** What may end a call before its handler does. */
export interface CallStop {
  /** The signal its author sees: aborts for cancel, deadline and shutdown only. */
  readonly signal: AbortSignal;
  /** Resolves when the signal aborted or the call failed from outside its handler. */
  readonly reached: Promise<void>;
  /** Resolves when the signal aborted. */
  readonly aborted: Promise<void>;
  /** What a stray error or a full queue ended the call with. */
  failure(): WireError | undefined;
  /** Ends the call with this. False when it was over already. */
  fail(error: WireError): boolean;
  /** The handler is done: the operation's own time limit is met. The caller may still cancel. */
  met(): void;
  /** The call is over: nothing aborts any more. */
  finish(): void;
}

/** What a stop is made of. */
export interface CallStopOptions {
  /** The caller's signal. */
  readonly transport: AbortSignal;
  readonly deadline: CallDeadline | undefined;
  readonly platform: Platform;
  /** Where the author's listeners run. */
  readonly scope: Scope;
}

/** Watches the caller's signal and the clock for one call. */
export function callStop({ transport, deadline, platform, scope }: CallStopOptions): CallStop {
  const controller = new AbortController();
  let failure: WireError | undefined;
  let finished = false;
  let tellReached: () => void = () => undefined;
  let tellAborted: () => void = () => undefined;
  const reached = new Promise<void>((resolve) => {
    tellReached = resolve;
  });
  const aborted = new Promise<void>((resolve) => {
    tellAborted = resolve;
  });
  const abort = (reason: unknown): void => {
    if (finished || controller.signal.aborted) return;
    // The author's listeners run here: what they throw is the call's.
    platform.enter(scope, () => controller.abort(reason));
    tellAborted();
    tellReached();
  };
  const onTransport = () => abort(transport.reason);
  const undoTimer =
    deadline && platform.after(deadline.stopAfter, () => abort(abortReason("deadline", deadline.totalMs)));
  if (transport.aborted) onTransport();
  else transport.addEventListener("abort", onTransport, { once: true });

  return {
    signal: controller.signal,
    reached,
    aborted,
    failure: () => failure,
    fail(error) {
      if (finished || failure !== undefined || controller.signal.aborted) return false;
      failure = error;
      tellReached();
      return true;
    },
    met() {
      undoTimer?.();
    },
    finish() {
      finished = true;
      undoTimer?.();
      transport.removeEventListener("abort", onTransport);
    },
  };
}
