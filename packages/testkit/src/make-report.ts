import type { JsonObject } from "@plugwright/sdk";
import { type Admission, calledOperation } from "./admit.js";
import type { LoadedOperation } from "./operation.js";
import type { CallError, CallReport } from "./report.js";
import type { Outcome } from "./run/run-call.js";

/** Which call a report is of. */
export interface Reported {
  readonly id: string;
  readonly operation: LoadedOperation;
  readonly args: JsonObject;
  /** Whether what the plugin says after a cancel can be seen. */
  readonly heardAfterCancel: boolean;
}

const never: Outcome = {
  events: [],
  result: undefined,
  error: undefined,
  waited: { ms: 0, behind: [] },
  attempts: 0,
  ran: undefined,
  violations: [],
};

/** The report of a call that was admitted and has run. */
export function ranReport(
  of: Reported,
  admission: Admission & { readonly admitted: true },
  outcome: Outcome,
): CallReport {
  return make(of, { ...outcome, args: admission.args, item: admission.item, denied: undefined });
}

/** The report of a call that was not admitted. */
export function refusedReport(of: Reported, admission: Admission & { readonly admitted: false }): CallReport {
  const error = "error" in admission ? admission.error : undefined;
  const denied = "denied" in admission ? admission.denied : undefined;
  return make(of, { ...never, error, args: of.args, item: admission.item, denied });
}

/** The report of a call of nothing. */
export function unknownReport(
  id: string,
  operation: CallReport["operation"],
  args: JsonObject,
  error: CallError,
): CallReport {
  const { waited, attempts, events, violations } = never;
  return {
    id,
    operation,
    args,
    events,
    result: undefined,
    error,
    denied: undefined,
    text: errorText(error),
    preview: undefined,
    waited,
    attempts,
    ran: undefined,
    violations,
    notChecked: [],
  };
}

function make(
  { id, operation, heardAfterCancel }: Reported,
  parts: Outcome & Pick<CallReport, "args" | "denied"> & { readonly item: Admission["item"] },
): CallReport {
  const { item, denied, error, result, ...rest } = parts;
  const text =
    denied !== undefined ? denied.reason : error !== undefined ? errorText(error) : JSON.stringify(result ?? {});
  return {
    id,
    operation: calledOperation(operation),
    ...rest,
    result,
    error,
    denied,
    text,
    preview: item?.preview,
    notChecked: notChecked(operation, heardAfterCancel),
  };
}

/** What could not be looked at: for want of knowledge of the operation, or as a cancelled stream is cut off. */
function notChecked({ spawns, kind }: LoadedOperation, heardAfterCancel: boolean): string[] {
  if (kind === "interactive") return [];
  return [
    ...(spawns === undefined ? ["exit_status_without_process", "process_without_exit_status"] : []),
    ...(heardAfterCancel ? [] : ["result_after_cancel"]),
  ];
}

const errorText = ({ category, message }: CallError): string => `${category}: ${message}`;
