import { type JsonObject, validate } from "@plugwright/sdk";
import type { Clock } from "../clock.js";
import type { LoadedProvider } from "../load/load-provider.js";
import type { LoadedOperation } from "../operation.js";
import type { CallError, CallEvent, Waited } from "../report.js";
import type { Violation } from "../rules.js";
import type { Entry, Scheduler } from "../schedule/scheduler.js";
import { durationText, listText } from "../text.js";
import { type Attempt, attempt } from "./attempt.js";
import type { Breaker } from "./breaker.js";
import { cancelledError, kernelError } from "./errors.js";
import type { Answer } from "./question.js";

/** What the calls of a kernel share. */
export interface RunState {
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly breaker: Breaker;
  readonly sessionId: string;
  /** How often a retryable failure is tried again. */
  readonly retries: number;
  readonly defaultTimeoutMs: number;
  readonly answer: Answer | undefined;
}

/** A call that policy and approver have let through. */
export interface Admitted {
  readonly id: string;
  readonly turnId: string;
  readonly provider: LoadedProvider;
  readonly operation: LoadedOperation;
  readonly args: JsonObject;
  readonly workingDirectory: string;
  readonly signal: AbortSignal;
  readonly timeoutMs: number | undefined;
  readonly onEvent: ((event: CallEvent) => void | Promise<void>) | undefined;
}

/** How a call came out. */
export interface Outcome {
  readonly events: readonly CallEvent[];
  readonly result: JsonObject | undefined;
  readonly error: CallError | undefined;
  readonly waited: Waited;
  readonly attempts: number;
  readonly ran: { readonly from: number; readonly to: number } | undefined;
  readonly violations: readonly Violation[];
}

const notWaited: Waited = { ms: 0, behind: [] };

/** Runs a call: waits for its locks, asks the plugin or the person, tries again where that is allowed. Rejects with what `onEvent` throws. */
export async function runCall(state: RunState, call: Admitted): Promise<Outcome> {
  const { clock, breaker } = state;
  const { operation } = call;
  const totalMs = call.timeoutMs ?? operation.timeoutMs ?? state.defaultTimeoutMs;
  const dueAt = clock.now() + totalMs;
  const violations: Violation[] = [];
  let waited = notWaited;
  let attempts = 0;
  let last: Attempt | undefined;
  const ended = (error: CallError | undefined, result?: JsonObject): Outcome => ({
    events: last?.events ?? [],
    result,
    error,
    waited,
    attempts,
    ran: last && { from: last.from, to: last.to },
    violations,
  });

  for (let alone = false; ; ) {
    if (breaker.isOpen(operation.provider)) {
      return ended(kernelError("process_crashed", `${operation.provider} is disabled: it has crashed too often`));
    }
    const waiting = await enter(state, call, { dueAt, totalMs, alone });
    if ("error" in waiting) {
      waited = longer(waited, waiting.waited);
      return ended(waiting.error);
    }
    waited = longer(waited, waiting.entry.waited);
    try {
      if (operation.kind === "interactive") {
        const { result, error } = await ask(state, call, { dueAt, totalMs });
        return ended(error, result);
      }
      const { provider, id, args: given, signal, onEvent } = call;
      const callContext = { sessionId: state.sessionId, turnId: call.turnId, workingDirectory: call.workingDirectory };
      const wire = { id, name: operation.name, arguments: given, callContext };
      attempts++;
      last = await attempt(provider, operation, wire, { clock, signal, dueAt, totalMs, onEvent });
    } finally {
      waiting.entry.release();
    }
    violations.push(...last.violations);
    const { error } = last;
    breaker.count(operation.provider, error?.category === "process_crashed");
    const again = error !== undefined && attempts <= state.retries && mayRetry(operation, error) && clock.now() < dueAt;
    if (!again || call.signal.aborted) return ended(error, last.result);
    alone = error.category === "concurrency_conflict";
  }
}

/** A data_source may always be tried again, a resource only where it is idempotent (kernel-behaviour, calls). */
function mayRetry({ kind, idempotent }: LoadedOperation, { retryable }: CallError): boolean {
  return retryable && (kind === "data_source" || (kind === "resource" && idempotent));
}

interface Deadline {
  readonly dueAt: number;
  readonly totalMs: number;
}

/** Waits for the locks, no longer than the call may take. */
async function enter(
  { clock, scheduler }: RunState,
  { operation, args, signal }: Admitted,
  { dueAt, totalMs, alone }: Deadline & { readonly alone: boolean },
): Promise<{ readonly entry: Entry } | { readonly error: CallError; readonly waited: Waited }> {
  const limit = limited(clock, signal, dueAt);
  const since = clock.now();
  const behind = scheduler.behind({ ...lockRequest(operation, args), alone });
  try {
    return { entry: await scheduler.enter({ ...lockRequest(operation, args), alone }, limit.signal) };
  } catch {
    const waited = { ms: clock.now() - since, behind };
    const waiting = behind.length === 0 ? "" : `; it waited ${durationText(waited.ms)} behind ${listText(behind)}`;
    const error = limit.isDue()
      ? kernelError(
          "timeout",
          `the call ran out of time before it could begin: it had ${durationText(totalMs)}${waiting}`,
          true,
        )
      : cancelledError(" before it could begin", signal);
    return { error: limit.isDue() ? error : { ...error, message: `${error.message}${waiting}` }, waited };
  } finally {
    limit.finish();
  }
}

function lockRequest({ provider, name, kind, concurrency }: LoadedOperation, args: JsonObject) {
  return { provider, operation: name, interactive: kind === "interactive", concurrency, args };
}

/** Puts an interactive call to the person. The answer of a tool is validated, that of a command is not. */
async function ask(
  { clock, answer }: RunState,
  { id, operation, args, signal }: Admitted,
  { dueAt, totalMs }: Deadline,
): Promise<{ readonly result?: JsonObject; readonly error: CallError | undefined }> {
  const { type, name, provider, description, output } = operation;
  if (answer === undefined) {
    return { error: kernelError("unknown", `${name} asks a person: give startKernel an \`answer\``) };
  }
  const limit = limited(clock, signal, dueAt);
  try {
    const question = { callId: id, operation: { type, name, provider }, description, args, signal: limit.signal };
    const result = await Promise.race([answer(question), limit.reached]);
    if (result === undefined) {
      return {
        error: limit.isDue()
          ? kernelError("timeout", `nobody has answered within ${durationText(totalMs)}`, true)
          : cancelledError(" before anybody answered", signal),
      };
    }
    const mismatch = type === "tool" ? validate(output, result) : undefined;
    if (mismatch === undefined) return { result, error: undefined };
    const reason = `${mismatch.path || "the answer"}: ${mismatch.reason}`;
    return { error: kernelError("unknown", `the answer does not conform to the output schema: ${reason}`) };
  } catch (thrown) {
    return {
      error: kernelError(
        "unknown",
        `the question failed: ${thrown instanceof Error ? thrown.message : String(thrown)}`,
      ),
    };
  } finally {
    limit.finish();
  }
}

/** A signal that aborts with the caller's, and at the deadline. */
function limited(clock: Clock, signal: AbortSignal, dueAt: number) {
  const controller = new AbortController();
  let due = false;
  const abort = () => controller.abort(signal.reason);
  const undo = clock.after(Math.max(0, dueAt - clock.now()), () => {
    due = true;
    controller.abort();
  });
  if (signal.aborted) abort();
  else signal.addEventListener("abort", abort, { once: true });
  const reached = new Promise<undefined>((resolve) => {
    if (controller.signal.aborted) resolve(undefined);
    else controller.signal.addEventListener("abort", () => resolve(undefined), { once: true });
  });
  const finish = (): void => {
    undo();
    signal.removeEventListener("abort", abort);
  };
  return { signal: controller.signal, isDue: () => due, reached, finish };
}

/** What was waited in all. */
function longer(before: Waited, more: Waited): Waited {
  return { ms: before.ms + more.ms, behind: [...new Set([...before.behind, ...more.behind])] };
}
