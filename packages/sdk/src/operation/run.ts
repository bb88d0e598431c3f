import { structSize } from "../schema/struct-size.js";
import type { JsonObject } from "../schema/types.js";
import { parseArguments } from "./arguments.js";
import { handlerCall } from "./call-object.js";
import { classify, thrownText } from "./classify.js";
import type { CompiledOperation } from "./compile.js";
import { callDeadline, patience } from "./deadline.js";
import { type Driven, drive } from "./drive.js";
import { createEmits } from "./emits.js";
import type { CallRequest, Environment, Transport } from "./environment.js";
import { ToolError, type WireError } from "./errors.js";
import { type CallEvent, orderedSink } from "./events.js";
import { createOutbox } from "./outbox.js";
import { type Payload, resultPayload, tooLarge } from "./payload.js";
import type { Scope } from "./platform.js";
import { receiverOf } from "./provider.js";
import { type CallStop, callStop } from "./stop.js";
import { strayError } from "./stray.js";
import { redactError, toolErrorFields } from "./wire-error.js";

/** How a handler came to its end. */
type Outcome = { readonly payload: Payload } | { readonly thrown: unknown };

/**
 * Runs one call from its arguments to its terminal event. Resolves when the call's slot is free: within
 * a second of an abort, even if the handler does not stop. Never rejects.
 */
export async function runCall(
  compiled: CompiledOperation,
  request: CallRequest,
  transport: Transport,
  environment: Environment,
): Promise<void> {
  const { operation } = compiled;
  const { platform, redactor, messageLimit, locks } = environment;
  const log = environment.logger(callFields(operation.name, request));
  const deadline = callDeadline(transport.timeoutMs, operation.timeoutMs, platform.now());
  const owner: Scope = {
    label: `call ${request.id} of ${operation.name}`,
    fail: (error) => stop.fail(strayError(error)),
    log,
  };
  const stop = callStop({ transport: transport.signal, deadline, platform, scope: owner });
  const enter = <T>(fn: () => T): T => platform.enter(owner, fn);
  const fail = (error: unknown) => stop.fail(classify(error));
  const sink = orderedSink(transport.sink, (event, why) => log.warn(`a ${event.case} was dropped: ${why}`));
  const outbox = createOutbox({ sink, platform, redactor, overflow: fail });
  const did: string[] = [];
  let ended = false;
  const late = once((event) => log.warn(`a ${event} came after the end of the call and was dropped`));
  const { emits, send } = createEmits({ outbox, messageLimit, ended: () => ended, late, fail });

  let driven: Driven | undefined;
  const handle = async (): Promise<Payload> => {
    const { handler } = operation;
    if (handler === undefined) {
      throw new ToolError(
        "execution_failed",
        `${operation.name} is interactive: the kernel asks a person, no handler runs`,
      );
    }
    const args = await enter(() => parseArguments(compiled, request.arguments, log));
    if (stop.signal.aborted) throw stop.signal.reason;
    const call = handlerCall(
      { request, environment, signal: stop.signal, deadline, log },
      (key) => locks.take(owner, key),
      operation.streaming ? emits : undefined,
      operation.effect.kind === "resource" ? { did: (what) => void did.push(String(what)) } : undefined,
    );
    const receiver = receiverOf(operation, environment.instances);
    driven = drive(() => handler.call(receiver, args, call), { enter, send, streaming: operation.streaming });
    const returned = await driven.work;
    return enter(() => resultPayload(compiled, returned, messageLimit));
  };

  const work = stop.signal.aborted ? undefined : outcomeOf(handle());
  let outcome = await Promise.race([work, stop.reached.then(() => undefined)]);
  if (isStopped(stop)) {
    outbox.stop(stop.signal.aborted ? stop.signal.reason : new ToolError("cancelled", "the call has failed already"));
    driven?.unwind();
    outcome = await Promise.race([work, pause(platform, deadline?.patience ?? patience)]);
    if (outcome === undefined && work !== undefined) log.warn("the handler did not stop when its call was ended");
  }
  ended = true;
  const last = lastEvents({ outcome, stop, did, streaming: operation.streaming, environment });
  const delivered = outbox.end(...last).then(
    () => true,
    () => false,
  );
  const gaveUp = stop.aborted.then(() => pause(platform, deadline?.patience ?? patience)).then(() => false);
  if (!(await Promise.race([delivered, gaveUp]))) {
    outbox.abandon(new Error("the reader is gone"));
    if (did.length > 0)
      log.warn(`${thrownText(stop.signal.reason ?? "the reader left")}; what was done could not be sent`, { did });
  }
  stop.finish();
  locks.releaseAll(owner);
}

const isStopped = (stop: CallStop): boolean => stop.signal.aborted || stop.failure() !== undefined;

function outcomeOf(work: Promise<Payload>): Promise<Outcome> {
  return work.then(
    (payload) => ({ payload }),
    (thrown: unknown) => ({ thrown }),
  );
}

function pause(platform: Environment["platform"], ms: number): Promise<undefined> {
  return new Promise((resolve) => {
    platform.after(ms, () => resolve(undefined));
  });
}

interface Ending {
  readonly outcome: Outcome | undefined;
  readonly stop: CallStop;
  readonly did: readonly string[];
  readonly streaming: boolean;
  readonly environment: Environment;
}

/** The terminal event, and before it what was done already where the operation streams. */
function lastEvents({ outcome, stop, did, streaming, environment }: Ending): readonly CallEvent[] {
  const { redactor } = environment;
  if (!isStopped(stop) && outcome !== undefined && "payload" in outcome) {
    return [{ case: "result", value: { payload: redactor.json(outcome.payload.value) } }];
  }
  const thrown = outcome !== undefined && "thrown" in outcome ? outcome.thrown : undefined;
  const error = stop.failure() ?? classify(thrown, stop.signal);
  if (!stop.signal.aborted || did.length === 0) return [errorEvent(error, environment)];
  const report: JsonObject = redactor.json({ did: [...did] });
  if (streaming) return [{ case: "partialResult", value: { payload: report } }, errorEvent(error, environment)];
  return [errorEvent({ ...error, details: { ...error.details, ...report } }, environment)];
}

function errorEvent(error: WireError, { redactor, messageLimit }: Environment): CallEvent {
  const bytes = error.details === undefined ? 0 : structSize(error.details);
  const sent = bytes > messageLimit ? classify(tooLarge("error", bytes, messageLimit)) : error;
  return { case: "error", value: toolErrorFields(redactError(sent, redactor)) };
}

function callFields(operation: string, request: CallRequest): JsonObject {
  return {
    call_id: request.id,
    operation,
    ...(request.sessionId === undefined ? {} : { session_id: request.sessionId }),
    ...(request.turnId === undefined ? {} : { turn_id: request.turnId }),
  };
}

function once(fn: (what: string) => void): (what: string) => void {
  let told = false;
  return (what) => {
    if (!told) fn(what);
    told = true;
  };
}
