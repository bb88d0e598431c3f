import { ToolErrorCategory } from "@plugwright/protocol/tool";
import type { ErrorCategory, WireError } from "./errors.js";
import type { WireToolError } from "./events.js";
import type { Redactor } from "./redact.js";

const numbers: Readonly<Record<ErrorCategory, ToolErrorCategory>> = {
  invalid_arguments: ToolErrorCategory.INVALID_ARGUMENTS,
  not_found: ToolErrorCategory.NOT_FOUND,
  permission_denied: ToolErrorCategory.PERMISSION_DENIED,
  execution_failed: ToolErrorCategory.EXECUTION_FAILED,
  timeout: ToolErrorCategory.TIMEOUT,
  concurrency_conflict: ToolErrorCategory.CONCURRENCY_CONFLICT,
  cancelled: ToolErrorCategory.CANCELLED,
  unknown: ToolErrorCategory.UNKNOWN,
};

/** Takes the secrets out of an error. */
export function redactError(error: WireError, redactor: Redactor): WireError {
  return {
    ...error,
    message: redactor.text(error.message),
    details: error.details === undefined ? undefined : redactor.json(error.details),
  };
}

/** The fields of the ToolError message (tool.v1). */
export function toolErrorFields(error: WireError): WireToolError {
  const { category, message, retryable, details } = error;
  return { category: numbers[category], message, retryable, ...(details === undefined ? {} : { details }) };
}
