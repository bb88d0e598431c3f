import type { Violation } from "./rules.js";

/** What providers have done against the protocol, thrown at the end of a test that did not look at it. */
export interface ViolationsError extends Error {
  readonly name: "ViolationsError";
  readonly violations: readonly Violation[];
}

export function violationsError(violations: readonly Violation[]): ViolationsError {
  const lines = violations.map(({ rule, provider, operation, callId, message }) => {
    const subject = operation === undefined ? provider : `${provider}, ${operation} (${callId})`;
    return `${subject}: ${message} [${rule}]`;
  });
  return Object.assign(new Error(`the protocol was broken:\n${lines.join("\n")}`), {
    name: "ViolationsError" as const,
    violations: [...violations],
  });
}
