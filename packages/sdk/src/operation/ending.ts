import { structSize } from "../schema/struct-size.js";
import type { JsonObject } from "../schema/types.js";
import { classify } from "./classify.js";
import type { Environment } from "./environment.js";
import type { WireError } from "./errors.js";
import type { CallEvent } from "./events.js";
import { type Payload, tooLarge } from "./payload.js";
import type { CallStop } from "./stop.js";
import { boundText } from "./text.js";
import { redactError, toolErrorFields } from "./wire-error.js";

/** How a handler came to its end. */
export type Outcome = { readonly payload: Payload } | { readonly thrown: unknown };

/** What decides about the last events of a call. */
export interface Ending {
  /** Absent when the handler did not stop. */
  readonly outcome: Outcome | undefined;
  readonly stop: CallStop;
  /** What the handler has reported as done. */
  readonly did: readonly string[];
  readonly streaming: boolean;
  readonly environment: Environment;
}

/** Whether something else than its handler ends the call. */
export const isStopped = (stop: CallStop): boolean => stop.signal.aborted || stop.failure() !== undefined;

/** The terminal event, and before it what was done already where the operation streams. */
export function lastEvents({ outcome, stop, did, streaming, environment }: Ending): readonly CallEvent[] {
  if (!isStopped(stop) && outcome !== undefined && "payload" in outcome) {
    return [{ case: "result", value: { payload: outcome.payload.value } }];
  }
  const error = stop.failure() ?? classify(thrownBy(outcome), stop.signal);
  if (!stop.signal.aborted || did.length === 0) return [errorEvent(error, environment)];
  const report = reportOf(did, environment);
  if (streaming) return [{ case: "partialResult", value: { payload: report } }, errorEvent(error, environment)];
  return [errorEvent({ ...error, details: { ...error.details, ...report } }, environment)];
}

/** What the handler threw, if it did. */
export function thrownBy(outcome: Outcome | undefined): unknown {
  return outcome !== undefined && "thrown" in outcome ? outcome.thrown : undefined;
}

const mostReported = 100;
const longestReported = 1024;

/** A report of any length: the first things and how many more there were. */
function reportOf(did: readonly string[], { redactor }: Environment): JsonObject {
  const shown = did.slice(0, mostReported).map((what) => boundText(redactor.text(what), longestReported));
  if (did.length > mostReported) shown.push(`and ${did.length - mostReported} more`);
  return { did: shown };
}

function errorEvent(error: WireError, { redactor, messageLimit }: Environment): CallEvent {
  const sent = redactError(error, redactor);
  const bytes = sent.details === undefined ? 0 : structSize(sent.details);
  if (bytes <= messageLimit) return { case: "error", value: toolErrorFields(sent) };
  const instead = redactError(classify(tooLarge("error", bytes, messageLimit)), redactor);
  return { case: "error", value: toolErrorFields(instead) };
}
