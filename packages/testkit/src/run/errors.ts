import { Code, ConnectError } from "@connectrpc/connect";
import { type ToolError, ToolErrorCategory } from "@plugwright/protocol/tool";
import type { CallError, CallErrorCategory } from "../report.js";

const categories: Readonly<Partial<Record<ToolErrorCategory, CallErrorCategory>>> = {
  [ToolErrorCategory.INVALID_ARGUMENTS]: "invalid_arguments",
  [ToolErrorCategory.NOT_FOUND]: "not_found",
  [ToolErrorCategory.PERMISSION_DENIED]: "permission_denied",
  [ToolErrorCategory.EXECUTION_FAILED]: "execution_failed",
  [ToolErrorCategory.TIMEOUT]: "timeout",
  [ToolErrorCategory.CONCURRENCY_CONFLICT]: "concurrency_conflict",
  [ToolErrorCategory.CANCELLED]: "cancelled",
  [ToolErrorCategory.PROCESS_CRASHED]: "process_crashed",
  [ToolErrorCategory.UNKNOWN]: "unknown",
};

/** An error event as a test reads it. A category that is none counts as `unknown`. */
export function callError({ category, message, retryable, details }: ToolError): CallError {
  const known = categories[category] ?? "unknown";
  return { category: known, message, retryable, ...(details !== undefined && { details }) };
}

/** An error that the kernel makes itself. */
export function kernelError(category: CallErrorCategory, message: string, retryable = false): CallError {
  return { category, message, retryable };
}

/** What a cancelled call is told: a reason that is a string is part of it. */
export function cancelledError(when: string, { reason }: AbortSignal): CallError {
  const why = typeof reason === "string" ? `: ${reason}` : "";
  return kernelError("cancelled", `the call was cancelled${when}${why}`);
}

/** The failure of an RPC in the taxonomy (kernel-behaviour, calls). */
export function rpcError(error: unknown): CallError {
  const { code, rawMessage } = ConnectError.from(error);
  const category =
    code === Code.Canceled
      ? "cancelled"
      : code === Code.DeadlineExceeded
        ? "timeout"
        : code === Code.Unavailable
          ? "process_crashed"
          : "unknown";
  return kernelError(category, `the RPC failed with ${Code[code]}: ${rawMessage}`, category === "timeout");
}
