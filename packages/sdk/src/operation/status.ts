import { classify } from "./classify.js";
import type { ErrorCategory, WireError } from "./errors.js";

/** The gRPC status codes that leave a plugin, by their names. */
export type StatusCode =
  | "invalid_argument"
  | "not_found"
  | "permission_denied"
  | "internal"
  | "deadline_exceeded"
  | "aborted"
  | "cancelled"
  | "unimplemented";

/** What every RPC but Invoke ends with: its response, or a status that says why there is none. */
export type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | {
      readonly ok: false;
      readonly code: StatusCode;
      readonly message: string;
      /** Becomes the status details; absent where the code says it all. */
      readonly error?: WireError;
    };

const codes: Readonly<Record<ErrorCategory, StatusCode>> = {
  invalid_arguments: "invalid_argument",
  not_found: "not_found",
  permission_denied: "permission_denied",
  execution_failed: "internal",
  timeout: "deadline_exceeded",
  concurrency_conflict: "aborted",
  cancelled: "cancelled",
  unknown: "internal",
};

export const answer = <T>(value: T): Answer<T> => ({ ok: true, value });

export const unimplemented = (message: string): Answer<never> => ({ ok: false, code: "unimplemented", message });

/** The status of a failure: the closest code to its category. */
export function failed(error: WireError): Answer<never> {
  return { ok: false, code: codes[error.category], message: error.message, error };
}

/** The status of whatever was thrown. */
export const failedBy = (thrown: unknown): Answer<never> => failed(classify(thrown));

/** The same answer with another value. */
export function mapAnswer<T, U>(given: Answer<T>, map: (value: T) => U): Answer<U> {
  return given.ok ? answer(map(given.value)) : given;
}
