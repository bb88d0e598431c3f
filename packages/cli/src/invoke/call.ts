import type { JsonObject } from "@plugwright/sdk";
import type { CallOptions, CallReport, TestKernel } from "@plugwright/testkit";
import type { Offered } from "../describe/offered.js";
import type { EventPrinter } from "./event-printer.js";

/** A call that is to be made. */
export interface Wanted {
  readonly operation: Offered;
  /** Arguments, or the text after the name of a command. */
  readonly args: JsonObject | string;
  readonly options: CallOptions;
}

/** Makes the call, whose events are printed as they come; then what the kernel made of it, if they did not tell. */
export async function makeCall(
  kernel: TestKernel,
  { operation, args, options }: Wanted,
  printer: EventPrinter,
): Promise<CallReport> {
  const onEvent: NonNullable<CallOptions["onEvent"]> = (event) => printer.print(event);
  const all = { ...options, onEvent };
  const { name, type } = operation;
  const report =
    type === "command" || typeof args === "string"
      ? await kernel.command(name, args, all)
      : await kernel.call(name, args, all);
  printer.end();
  const { error, denied, result, events } = report;
  const last = events.at(-1);
  if (error !== undefined && (last === undefined || !("error" in last))) printer.print({ error });
  if (denied !== undefined) {
    printer.print({ error: { category: "permission_denied", message: denied.reason, retryable: false } });
  }
  // What a person has answered is no event.
  if (result !== undefined && (last === undefined || !("result" in last))) printer.print({ result });
  return report;
}
