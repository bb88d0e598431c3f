import { parseArguments } from "./arguments.js";
import { callFields } from "./call-fields.js";
import { handlerCall } from "./call-object.js";
import { classify, thrownText } from "./classify.js";
import type { CompiledOperation } from "./compile.js";
import { callDeadline, patience } from "./deadline.js";
import { type Driven, drive } from "./drive.js";
import { createEmits } from "./emits.js";
import { isStopped, lastEvents, type Outcome, thrownBy } from "./ending.js";
import type { CallRequest, Environment, Transport } from "./environment.js";
import { abortCause, ToolError } from "./errors.js";
import { orderedSink } from "./events.js";
import { createExecs } from "./execs.js";
import { logFailure } from "./log-failure.js";
import { createOutbox } from "./outbox.js";
import { type Payload, resultPayload } from "./payload.js";
import type { Platform, Scope } from "./platform.js";
import { receiverOf } from "./provider.js";
import { callStop } from "./stop.js";
import { strayError } from "./stray.js";

/** The part of its patience that a handler has in any case once the programs that it may await are dead. */
const lastPart = 0.3;
/** Milliseconds that the last events have in any case. */
const leastDelivery = 50;

/**
 * Runs one call from its arguments to its terminal event. Calls `free` when the call's slot is free: within a second of
 * an abort, even if the handler does not stop or the reader does not read. Resolves when the reader has the terminal
 * event or is gone. Never rejects.
 */
export async function runCall(
  compiled: CompiledOperation,
  request: CallRequest,
  transport: Transport,
  environment: Environment,
  free: () => void,
): Promise<void> {
  const { operation } = compiled;
  const { platform, redactor, messageLimit, locks } = environment;
  const log = environment.logger(callFields(operation.name, request));
  const deadline = callDeadline(transport.dueAt, operation.timeoutMs, platform.now());
  let ended = false;
  const programs = platform.programs({ workingDirectory: request.workingDirectory, redactor, log });
  const owner: Scope = {
    label: `call ${request.id.slice(0, 64)} of ${operation.name}`,
    fail: (error) => !ended && stop.fail(strayError(error)),
    log,
    programs,
  };
  const stop = callStop({ transport: transport.signal, deadline, platform, scope: owner });
  let freeBy = Number.POSITIVE_INFINITY;
  // Listens before the author can: what runs is told first, and nothing is started any more.
  stop.signal.addEventListener("abort", () => {
    const grace = patienceOf();
    freeBy = platform.now() + 1.8 * grace;
    void programs.end(stop.signal.reason, grace);
  });
  const enter = <T>(fn: () => T): T => platform.enter(owner, fn);
  const fail = (error: unknown) => void stop.fail(classify(error));
  const sink = orderedSink(transport.sink, (event, why) => log.warn(`a ${event.case} was dropped: ${why}`));
  const outbox = createOutbox({ sink, platform, redactor, overflow: fail });
  const did: string[] = [];
  const warnOnce = once((what) => log.warn(what));
  const late = (event: string): void => {
    const what = `a ${event} came after the end of the call and was dropped`;
    if (platform.onLateEvent === undefined) warnOnce(what);
    else platform.onLateEvent(`${owner.label}: ${what}`);
  };
  const limits = { redactor, messageLimit };
  const { emits, send } = createEmits({ outbox, limits, ended: () => ended, late, fail });
  const { execs, exitStatus } = createExecs({ programs, outbox, stopped: () => isStopped(stop) });
  const lock = (key: string): void => {
    if (ended) throw new ToolError("cancelled", "the call has ended: it can lock nothing any more");
    locks.take(owner, key);
  };

  let driven: Driven | undefined;
  const handle = async (): Promise<Payload> => {
    const { handler } = operation;
    if (handler === undefined) {
      throw new ToolError(
        "execution_failed",
        `${operation.name} is interactive: the kernel asks a person, no handler runs`,
      );
    }
    const args = await enter(() => parseArguments(compiled, request.arguments, { log, redactor }));
    if (isStopped(stop)) throw stop.signal.reason ?? new ToolError("cancelled", "the call has failed already");
    const call = handlerCall(
      { request, environment, signal: stop.signal, deadline, log },
      lock,
      { ...(operation.streaming ? emits : undefined), ...(operation.spawns ? execs : undefined) },
      operation.effect.kind === "resource" ? { did: (what) => void did.push(String(what)) } : undefined,
    );
    const receiver = receiverOf(operation, environment.instances);
    driven = drive(() => handler.call(receiver, args, call), { enter, send, streaming: operation.streaming });
    const returned = await driven.work;
    return enter(() => resultPayload(compiled, returned, limits));
  };

  const work = stop.signal.aborted ? undefined : outcomeOf(handle());
  let outcome = await Promise.race([work, stop.reached.then(() => undefined)]);
  if (isStopped(stop)) {
    const reason = stop.signal.reason ?? new ToolError("cancelled", "the call has failed already");
    outbox.stop(reason);
    driven?.unwind();
    const [grace, since] = [patienceOf(), platform.now()];
    await programs.end(reason, grace);
    const left = Math.max(lastPart * grace, grace - (platform.now() - since));
    outcome = await Promise.race([work, pause(platform, left)]);
    if (outcome === undefined && work !== undefined) log.warn("the handler did not stop when its call was ended");
  }
  stop.met();
  ended = true;
  // What the handler left running ends before the caller hears that the call has.
  await programs.end();
  logFailure(thrownBy(outcome), stop.signal, log);
  const last = [...exitStatus(), ...lastEvents({ outcome, stop, did, streaming: operation.streaming, environment })];
  const delivered = outbox.end(...last).then(
    () => true,
    () => false,
  );
  const gaveUp = stop.aborted
    .then(() => pause(platform, Math.max(leastDelivery, Math.min(patienceOf(), freeBy - platform.now()))))
    .then(() => "slow" as const);
  // A reader that is too slow for what came before gets the last events all the same, as soon as it reads.
  if ((await Promise.race([delivered, gaveUp])) === "slow") outbox.hurry();
  locks.releaseAll(owner);
  free();
  const wasDelivered = await delivered;
  stop.finish();
  if (!wasDelivered && did.length > 0) {
    log.warn(`${thrownText(stop.signal.reason ?? "the reader left")}; what was done could not be sent`, { did });
  }

  function patienceOf(): number {
    if (deadline === undefined) return patience;
    const byDeadline = abortCause(stop.signal) === "deadline";
    return byDeadline ? deadline.patience : deadline.patienceAt(platform.now());
  }
}

function outcomeOf(work: Promise<Payload>): Promise<Outcome> {
  return work.then(
    (payload) => ({ payload }),
    (thrown: unknown) => ({ thrown }),
  );
}

function pause(platform: Platform, ms: number): Promise<undefined> {
  return new Promise((resolve) => {
    platform.after(ms, () => resolve(undefined));
  });
}

function once(fn: (what: string) => void): (what: string) => void {
  let told = false;
  return (what) => {
    if (!told) fn(what);
    told = true;
  };
}
