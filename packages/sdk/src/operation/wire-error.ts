import { ToolErrorCategory } from "@plugwright/protocol/tool";
import type { JsonObject, JsonValue } from "../schema/types.js";
import type { ErrorCategory, WireError } from "./errors.js";
import type { WireToolError } from "./events.js";
import type { Redactor } from "./redact.js";
import { boundText } from "./text.js";

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

/**
 * Makes an error fit to leave: secrets are taken out, and only then are texts cut, so that no part of one stays.
 * What was found joins the details.
 */
export function redactError({ raw, ...error }: WireError, redactor: Redactor): WireError {
  const found = raw === undefined ? {} : boundJson(redactor.json(raw));
  const told = error.details === undefined ? {} : redactor.json(error.details);
  const details = { ...found, ...told };
  return {
    ...error,
    message: boundText(redactor.text(error.message)),
    details: Object.keys(details).length === 0 ? undefined : details,
  };
}

/** The fields of the ToolError message (tool.v1). */
export function toolErrorFields(error: WireError): WireToolError {
  const { category, message, retryable, details } = error;
  return { category: numbers[category], message, retryable, ...(details === undefined ? {} : { details }) };
}

/** Characters of JSON that one value of what was found may take. */
const mostFound = 16 * 1024;

/** Cuts every text, and replaces a value that is large all the same by the beginning of its JSON. */
function boundJson(value: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const cut = boundTexts(inner);
      const text = JSON.stringify(cut);
      return [boundText(key), text.length <= mostFound ? cut : boundText(text)];
    }),
  );
}

function boundTexts(value: JsonValue): JsonValue {
  if (typeof value === "string") return boundText(value);
  if (Array.isArray(value)) return value.map(boundTexts);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, boundTexts(inner)]));
}
