import type { RenderTree } from "@plugwright/protocol/render";
import { type JsonObject, validate } from "@plugwright/sdk";
import { unlessAborted } from "./either-signal.js";
import type { FoundOperation } from "./find-operation.js";
import type { Approval, Approve, PlanItem } from "./gate/plan.js";
import { type Decided, decide, type PolicyRule } from "./gate/policy.js";
import type { CallError, CalledOperation, Denial } from "./report.js";
import { cancelledError, kernelError } from "./run/errors.js";

/** A call that is to be admitted. */
export interface Requested extends FoundOperation {
  readonly callId: string;
  readonly args: JsonObject;
  /** Whether arguments that break the schema are let through. */
  readonly unchecked: boolean;
  /** Asks the plugin what it would do. */
  readonly preview: (args: JsonObject, signal: AbortSignal) => Promise<RenderTree | undefined>;
}

/** What becomes of a requested call. */
export type Admission =
  | { readonly admitted: true; readonly args: JsonObject; readonly item: PlanItem | undefined }
  | { readonly admitted: false; readonly error: CallError; readonly item?: PlanItem }
  | { readonly admitted: false; readonly denied: Denial; readonly item?: PlanItem };

/**
 * Decides on a call: its arguments must conform; reading and interactive ones pass the policy; one that changes something
 * becomes an item of the plan, with its preview, and may be asked about. An approver that throws has not allowed it.
 * Never rejects.
 */
export async function admit(
  requested: Requested,
  policy: readonly PolicyRule[],
  approve: Approve | undefined,
  signal: AbortSignal,
): Promise<Admission> {
  const { operation, args, unchecked } = requested;
  const invalid = unchecked ? undefined : argumentsError(requested, args);
  if (invalid !== undefined) return { admitted: false, error: invalid };
  const decided = decide(policy, operation);
  if (operation.kind !== "resource") {
    return decided.decision === "allow"
      ? { admitted: true, args, item: undefined }
      : { admitted: false, denied: denial(requested, decided.by) };
  }
  const item = await planItem(requested, decided, signal);
  if (decided.decision === "allow") return { admitted: true, args, item };
  if (decided.decision === "deny") return { admitted: false, denied: denial(requested, decided.by), item };
  if (approve === undefined) {
    const by = `the kernel: ${decided.by} says ask, and startKernel was given no \`approve\``;
    return { admitted: false, denied: denial(requested, by), item };
  }
  const approval = await unlessAborted(approvalOf(approve, item), signal);
  if (approval === undefined) {
    return { admitted: false, error: cancelledError(" before it was decided", signal), item };
  }
  if (approval instanceof Error) {
    const by = `the kernel, as the approver failed: ${approval.message}`;
    return { admitted: false, denied: denial(requested, by), item };
  }
  if (approval === "allow") return { admitted: true, args, item };
  if (approval === "deny") return { admitted: false, denied: denial(requested, "the approver"), item };
  if (approval.decision === "deny") {
    return { admitted: false, denied: denial(requested, "the approver", approval.reason), item };
  }
  const wrong = argumentsError(requested, approval.args);
  return wrong === undefined
    ? { admitted: true, args: approval.args, item }
    : { admitted: false, error: { ...wrong, message: `the approver's arguments: ${wrong.message}` }, item };
}

/** What the approver says, or the error that it throws. */
async function approvalOf(approve: Approve, item: PlanItem): Promise<Approval | Error> {
  try {
    return await approve(item);
  } catch (thrown) {
    return new Error(thrown instanceof Error ? thrown.message : String(thrown));
  }
}

async function planItem(
  { callId, operation, args, preview }: Requested,
  { decision }: Decided,
  signal: AbortSignal,
): Promise<PlanItem> {
  const { description, kind, risk, hasPreview } = operation;
  // A preview that fails is none: the call itself will tell why.
  const tree = hasPreview ? await preview(args, signal).catch(() => undefined) : undefined;
  return { callId, operation: calledOperation(operation), description, kind, risk, args, preview: tree, decision };
}

export function calledOperation({ type, name, provider }: FoundOperation["operation"]): CalledOperation {
  return { type, name, provider };
}

function argumentsError({ operation }: Requested, args: JsonObject): CallError | undefined {
  const mismatch = validate(operation.input, args);
  if (mismatch === undefined) return undefined;
  const { path, reason } = mismatch;
  return kernelError("invalid_arguments", `the arguments break the input schema: ${path || "they"}: ${reason}`);
}

function denial({ operation }: Requested, by: string, why?: string): Denial {
  const reason = why === undefined ? "" : `: ${why}`;
  return { by, reason: `${operation.name} was not run: it was denied by ${by}${reason}` };
}
