import type { JsonObject } from "../schema/types.js";
import type { CallRequest } from "./environment.js";

/** Longer ids than any kernel assigns are cut: they stand in every line of the call's log. */
const longestId = 256;

/** What every log entry of a call carries. */
export function callFields(operation: string, { id, sessionId, turnId }: CallRequest): JsonObject {
  return {
    call_id: id.slice(0, longestId),
    operation,
    ...(sessionId === undefined ? {} : { session_id: sessionId.slice(0, longestId) }),
    ...(turnId === undefined ? {} : { turn_id: turnId.slice(0, longestId) }),
  };
}
