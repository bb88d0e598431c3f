import type { CallReport } from "@plugwright/testkit";

/** What the program exits with after a call that failed. */
const codes = {
  invalid_arguments: 3,
  not_found: 4,
  permission_denied: 5,
  execution_failed: 6,
  timeout: 7,
  concurrency_conflict: 8,
  cancelled: 9,
  process_crashed: 10,
  unknown: 11,
} as const;

/** After a call that succeeded, in which the plugin broke the protocol. */
const violated = 12;

export function exitCodeOf({ error, denied, violations }: CallReport): number {
  if (denied !== undefined) return codes.permission_denied;
  if (error !== undefined) return codes[error.category];
  return violations.length > 0 ? violated : 0;
}

const listed = [...Object.entries(codes), ["a violation of the protocol", violated] as const].map(
  ([what, code]) => `${code} ${what}`,
);

/** For the help. */
export const exitCodesText = `${listed.slice(0, 5).join(", ")},\n${listed.slice(5).join(", ")}`;
