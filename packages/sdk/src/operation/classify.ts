import { normalise } from "../schema/normalise.js";
import type { JsonObject, JsonValue } from "../schema/types.js";
import { abortCause, type ErrorCategory, rawOf, ToolError, type WireError } from "./errors.js";

/** What Node's system errors mean to a caller; any other code is an execution failure. */
const byCode: ReadonlyMap<string, ErrorCategory> = new Map([
  ["ENOENT", "not_found"],
  ["ENOTDIR", "not_found"],
  ["EACCES", "permission_denied"],
  ["EPERM", "permission_denied"],
  ["EROFS", "permission_denied"],
  ["ETIMEDOUT", "timeout"],
]);

/**
 * Makes the terminal error of whatever was thrown: a ToolError as it is, a system error by its code,
 * anything else `unknown` with the raw error in `details.error`. Never a stack. Neither redacted nor bounded: that is
 * for whoever sends it. After the call was aborted every failure is the abort's. Never throws.
 */
export function classify(thrown: unknown, signal?: AbortSignal): WireError {
  try {
    if (signal !== undefined && abortCause(signal) !== undefined) return aborted(signal, thrown);
    if (thrown instanceof ToolError) return fromToolError(thrown);
    const code = property(thrown, "code");
    if (isErrorLike(thrown) && typeof code === "string" && /^E[A-Z0-9]+$/.test(code)) {
      return fromSystemError(thrown, code);
    }
    return {
      category: "unknown",
      message: thrownText(thrown),
      retryable: false,
      details: undefined,
      raw: { error: rawError(thrown) },
    };
  } catch {
    // A getter or a proxy of the author's that throws when it is looked at.
    const error = "what was thrown cannot be read";
    return { category: "unknown", message: error, retryable: false, details: undefined, raw: { error } };
  }
}

function aborted(signal: AbortSignal, thrown: unknown): WireError {
  const reason: unknown = signal.reason;
  const error: WireError =
    reason instanceof ToolError
      ? fromToolError(reason)
      : { category: "cancelled", message: "the call was ended", retryable: false, details: undefined };
  if (thrown === reason || thrown === undefined || property(thrown, "name") === "AbortError") return error;
  return { ...error, raw: { error: rawError(thrown) } };
}

function fromToolError(error: ToolError): WireError {
  const { category, message, retryable } = error;
  return { category, message, retryable, details: detailsOf(error.details), ...rawOf(error) };
}

function detailsOf(details: object | undefined): JsonObject | undefined {
  if (details === undefined) return undefined;
  const normal = normalise(details);
  return normal.ok ? normal.value : { details_left_out: `${normal.path}: ${normal.reason}` };
}

function fromSystemError(thrown: ErrorLike, code: string): WireError {
  const category = byCode.get(code) ?? "execution_failed";
  const raw: JsonObject = { code };
  for (const key of ["syscall", "path", "dest"]) {
    const value = property(thrown, key);
    if (typeof value === "string") raw[key] = value;
  }
  return { category, message: thrownText(thrown), retryable: category === "timeout", details: undefined, raw };
}

interface ErrorLike {
  readonly name: unknown;
  readonly message: unknown;
}

/** By shape: errors of another realm or another library's error classes count as well. */
function isErrorLike(value: unknown): value is ErrorLike {
  return typeof value === "object" && value !== null && "name" in value && "message" in value;
}

function property(value: unknown, key: string): unknown {
  try {
    return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
  } catch {
    return undefined;
  }
}

/** A readable sentence for whatever was thrown. */
export function thrownText(thrown: unknown): string {
  if (isErrorLike(thrown)) {
    const message = property(thrown, "message");
    if (typeof message === "string" && message.trim() !== "") return message;
    const name = property(thrown, "name");
    return `handler threw ${typeof name === "string" && name !== "" ? name : "an error"} without a message`;
  }
  if (typeof thrown === "string" && thrown.trim() !== "") return thrown;
  return `handler threw ${typeof thrown === "string" ? "an empty string" : describe(thrown)}`;
}

function describe(value: unknown): string {
  if (typeof value === "object" && value !== null) return "an object that is no error";
  return typeof value === "function" ? "a function" : String(value);
}

const deepestCause = 4;

function rawError(thrown: unknown, depth = 0): JsonValue {
  if (thrown instanceof ToolError) {
    const details = detailsOf(thrown.details);
    return { category: thrown.category, message: thrown.message, ...(details === undefined ? {} : { details }) };
  }
  if (!isErrorLike(thrown)) {
    const normal = normalise({ thrown });
    return normal.ok && normal.value["thrown"] !== undefined ? normal.value["thrown"] : thrownText(thrown);
  }
  const raw: JsonObject = { message: thrownText(thrown) };
  const name = property(thrown, "name");
  if (typeof name === "string") raw["name"] = name;
  const code = property(thrown, "code");
  if (typeof code === "string" || (typeof code === "number" && Number.isFinite(code))) raw["code"] = code;
  const cause = property(thrown, "cause");
  if (cause !== undefined && depth < deepestCause) raw["cause"] = rawError(cause, depth + 1);
  return raw;
}
