import { Code, ConnectError } from "@connectrpc/connect";
import { type JsonObject, validate } from "@plugwright/sdk";
import type { Clock } from "../clock.js";
import type { WireCall } from "../connect/service.js";
import type { LoadedProvider } from "../load/load-provider.js";
import type { LoadedOperation } from "../operation.js";
import type { CallError, CallEvent } from "../report.js";
import type { CallRule, Violation } from "../rules.js";
import { settlesWithin } from "../settles-within.js";
import { durationText } from "../text.js";
import { cancelledError, kernelError, rpcError } from "./errors.js";
import { readEvent } from "./read-event.js";
import { watchEvents } from "./watch.js";

/** How one attempt at a call is made. */
export interface AttemptOptions {
  readonly clock: Clock;
  /** Aborts when the caller cancels. */
  readonly signal: AbortSignal;
  /** When the call must be over, by the clock, and how long it had in all, in milliseconds. */
  readonly dueAt: number;
  readonly totalMs: number;
  /** Sees each event as it comes; the next one is not read before it is done. */
  readonly onEvent: ((event: CallEvent) => void | Promise<void>) | undefined;
}

/** How an attempt ended: with a result or an error. */
export interface Attempt {
  readonly events: readonly CallEvent[];
  readonly result: JsonObject | undefined;
  readonly error: CallError | undefined;
  readonly violations: readonly Violation[];
  readonly from: number;
  readonly to: number;
}

/** How long what a plugin says after the terminal event is listened to, in milliseconds of the machine. */
const afterTerminal = 250;
/** How long a plugin has to end a call that was cancelled: four times what is promised, in milliseconds. */
const afterStop = 4000;
/** How long the end of a process may be behind that of its connection, in milliseconds. */
const exitDelay = 1000;

/** Asks the plugin once. The kernel reads up to the terminal event; what comes after it is read to be complained of. Rejects with what `onEvent` throws, when the call is over. */
export async function attempt(
  provider: LoadedProvider,
  operation: LoadedOperation,
  call: WireCall,
  options: AttemptOptions,
): Promise<Attempt> {
  const { clock, signal, dueAt, totalMs, onEvent } = options;
  const from = clock.now();
  const events: CallEvent[] = [];
  const violations: Violation[] = [];
  const found = (rule: CallRule, message: string): void => {
    const where = { provider: operation.provider, operation: operation.name, callId: call.id };
    if (!violations.some((known) => known.rule === rule)) violations.push({ rule, ...where, message });
  };
  const watch = watchEvents(operation, provider.leaks, found);
  const stop = stopper(options);
  const leaving = leaveTimer();
  let end: Pick<Attempt, "result" | "error"> | undefined;
  let failed: { readonly thrown: unknown } | undefined;
  try {
    const timeoutMs = Math.max(0, dueAt - from);
    const iterator = provider.service.invoke(call, { signal: stop.signal, timeoutMs })[Symbol.asyncIterator]();
    stop.onStop(() => leaving.start(afterStop));
    for (;;) {
      const next = await Promise.race([iterator.next(), leaving.over]);
      if (next === undefined) {
        if (!watch.ended()) found("cancel_ignored", `the call had not ended ${afterStop} ms after it was cancelled`);
        // Whoever does not stop is not waited for, and is told that nobody listens.
        stop.leave();
        iterator.return?.(undefined)?.catch(() => undefined);
        break;
      }
      if (next.done) break;
      const wasEnded = watch.ended();
      watch.see(next.value, stop.isOld());
      const event = readEvent(next.value);
      if (event === undefined || wasEnded) continue;
      events.push(event);
      if (watch.ended()) {
        end = endOf(event, stop.why());
        leaving.start(afterTerminal);
      }
      try {
        if (failed === undefined) await onEvent?.(event);
      } catch (thrown) {
        failed = { thrown };
        stop.cancel();
      }
    }
    watch.end(stop.why() !== undefined);
  } catch (error) {
    end ??= stop.why() === undefined ? await rpcFailure(provider, error, found) : undefined;
  } finally {
    leaving.cancel();
    stop.finish();
  }
  if (failed !== undefined) throw failed.thrown;
  const to = clock.now();
  const why = stop.why();
  if (end === undefined) {
    const error =
      why === undefined
        ? kernelError("unknown", "the stream ended without a result or an error")
        : stopError(why, totalMs, signal);
    return { events, result: undefined, error, violations, from, to };
  }
  const mismatch = end.result && validate(operation.output, end.result);
  if (mismatch === undefined) return { events, ...end, violations, from, to };
  const text = `the result does not conform to the output schema: ${mismatch.path || "the payload"}: ${mismatch.reason}`;
  found("output_against_schema", text);
  return { events, result: undefined, error: kernelError("unknown", text), violations, from, to };
}

/** Why the kernel ended a call. */
type StopCause = "cancelled" | "timeout";

/** Ends a call for the caller's sake, or at its deadline. */
function stopper({ clock, signal, dueAt }: AttemptOptions) {
  const controller = new AbortController();
  let cause: StopCause | undefined;
  let isOld = false;
  let told = (): void => {};
  const stop = (why: StopCause): void => {
    if (cause !== undefined) return;
    cause = why;
    // What is on its way at this moment has crossed the cancel.
    const grow = () => {
      isOld = true;
    };
    setImmediate(grow);
    // On a busy machine timers that were set later may be first.
    setTimeout(grow, 1);
    controller.abort();
    told();
  };
  const onAbort = () => stop("cancelled");
  const undo = clock.after(Math.max(0, dueAt - clock.now()), () => stop("timeout"));
  if (signal.aborted) onAbort();
  else signal.addEventListener("abort", onAbort, { once: true });
  return {
    signal: controller.signal,
    why: () => cause,
    isOld: () => isOld,
    cancel: () => stop("cancelled"),
    /** Drops the stream, for no fault of the call. */
    leave: () => controller.abort(),
    onStop(fn: () => void) {
      told = fn;
      if (cause !== undefined) fn();
    },
    finish() {
      undo();
      signal.removeEventListener("abort", onAbort);
    },
  };
}

/** Tells when reading has to end whatever the plugin does. */
function leaveTimer() {
  let timer: NodeJS.Timeout | undefined;
  let leave = (): void => {};
  const over = new Promise<undefined>((resolve) => {
    leave = () => resolve(undefined);
  });
  return {
    over,
    start(ms: number) {
      clearTimeout(timer);
      timer = setTimeout(leave, ms);
    },
    cancel: () => clearTimeout(timer),
  };
}

function endOf(event: CallEvent, stopped: StopCause | undefined): Pick<Attempt, "result" | "error"> | undefined {
  if ("error" in event) return { result: undefined, error: event.error };
  // A success that was cancelled is none.
  if ("result" in event && stopped === undefined) return { result: event.result, error: undefined };
  return undefined;
}

/** What the end of an RPC without a terminal event means. */
async function rpcFailure(
  { opened }: LoadedProvider,
  thrown: unknown,
  found: (rule: CallRule, message: string) => void,
): Promise<Pick<Attempt, "result" | "error">> {
  const error = rpcError(thrown);
  const died = opened.exited !== undefined && (await settlesWithin(opened.exited, exitDelay));
  if (died) {
    return { result: undefined, error: kernelError("process_crashed", "the plugin's process ended during the call") };
  }
  if (ConnectError.from(thrown).code === Code.Unavailable) {
    found(
      "unavailable_from_live_plugin",
      "the RPC failed with UNAVAILABLE, and the plugin is alive; use an error event",
    );
  }
  return { result: undefined, error };
}

function stopError(why: StopCause, totalMs: number, signal: AbortSignal): CallError {
  if (why === "timeout") {
    return kernelError("timeout", `the call ran out of time: it had ${durationText(totalMs)}`, true);
  }
  return cancelledError("", signal);
}
