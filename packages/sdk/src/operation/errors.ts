import type { JsonObject } from "../schema/types.js";

/**
 * Why an operation failed (tool-data-types, ToolErrorCategory). `process_crashed` is not among them:
 * only the kernel may report it.
 */
export type ErrorCategory =
  | "invalid_arguments"
  | "not_found"
  | "permission_denied"
  | "execution_failed"
  | "timeout"
  | "concurrency_conflict"
  | "cancelled"
  | "unknown";

const categories: ReadonlySet<string> = new Set<ErrorCategory>([
  "invalid_arguments",
  "not_found",
  "permission_denied",
  "execution_failed",
  "timeout",
  "concurrency_conflict",
  "cancelled",
  "unknown",
]);
const retryableByDefault: ReadonlySet<string> = new Set<ErrorCategory>(["timeout", "concurrency_conflict"]);
const neverRetryable: ReadonlySet<string> = new Set<ErrorCategory>(["invalid_arguments", "permission_denied"]);

/** Marks errors of this class in every copy of the SDK; `instanceof` would know only its own. */
const brand = Symbol.for("@plugwright/sdk/ToolError");

/** What may be said beside category and message. */
export interface ToolErrorOptions {
  /** Machine-readable particulars, sent with the error. */
  readonly details?: object | undefined;
  /** Whether the same call may succeed later. Defaults to true for `timeout` and `concurrency_conflict`. */
  readonly retryable?: boolean | undefined;
  /** What led to it: for the plugin's log, never sent. */
  readonly cause?: unknown;
}

/**
 * The failure of an operation, sent as its terminal `error` event. Throw it from a handler, a preview
 * or `setup`. Anything else that is thrown is classified: see the concepts guide.
 */
export class ToolError extends Error {
  override readonly name = "ToolError";
  readonly category: ErrorCategory;
  readonly retryable: boolean;
  readonly details: object | undefined;

  /**
   * @param message A sentence for the caller, at most 2 KiB are sent.
   * @throws TypeError for an unknown category (`process_crashed` belongs to the kernel), an empty
   *   message, or `retryable: true` where the category excludes it.
   */
  constructor(category: ErrorCategory, message: string, options: ToolErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    if (!categories.has(category)) {
      const why = `${category}` === "process_crashed" ? "only the kernel reports process_crashed" : "no such category";
      throw new TypeError(`new ToolError("${category}"): ${why}; use one of ${[...categories].join(", ")}`);
    }
    if (typeof message !== "string" || message.trim() === "") {
      throw new TypeError(`new ToolError("${category}"): the message is empty; say what went wrong`);
    }
    if (options.retryable === true && neverRetryable.has(category)) {
      throw new TypeError(`new ToolError("${category}"): retryable cannot be true, the same call would fail again`);
    }
    this.category = category;
    this.retryable = options.retryable ?? retryableByDefault.has(category);
    this.details = options.details;
    Object.defineProperty(this, brand, { value: true });
  }

  /** True for errors of this class from any copy of the SDK. */
  static override [Symbol.hasInstance](value: unknown): value is ToolError {
    return typeof value === "object" && value !== null && brand in value;
  }
}

/** An error as it goes on the wire. */
export interface WireError {
  readonly category: ErrorCategory;
  readonly message: string;
  readonly retryable: boolean;
  /** What its author chose to tell. */
  readonly details: JsonObject | undefined;
  /** What was found: joined to the details, each text of it bounded. */
  readonly raw?: JsonObject;
}

const rawKey = Symbol("raw");

/** Adds to an error of the SDK's own what was found, of whatever size: see {@link WireError.raw}. */
export function withRaw(error: ToolError, raw: JsonObject): ToolError {
  return Object.defineProperty(error, rawKey, { value: raw });
}

/** What {@link withRaw} added. */
export function rawOf(error: ToolError): { readonly raw?: JsonObject } {
  const raw: unknown = Object.getOwnPropertyDescriptor(error, rawKey)?.value;
  return raw === undefined ? {} : { raw: raw as JsonObject };
}

/** Why a call's signal aborted. */
export type AbortCause = "cancelled" | "deadline" | "shutdown";

const causeKey = Symbol.for("@plugwright/sdk/abortCause");

/**
 * The reason with which a call's signal aborts: a ToolError, so that `throwIfAborted()` ends the call rightly.
 * @param totalMs How much time the call had, where it ran out of it.
 */
export function abortReason(cause: AbortCause, totalMs?: number): ToolError {
  const reason =
    cause === "deadline"
      ? new ToolError(
          "timeout",
          `the call ran out of time${totalMs === undefined ? "" : `: it had ${durationText(totalMs)}`}`,
        )
      : new ToolError(
          "cancelled",
          cause === "cancelled" ? "the caller cancelled the call" : "the plugin is shutting down",
        );
  Object.defineProperty(reason, causeKey, { value: cause });
  return reason;
}

function durationText(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${Math.round(ms / 100) / 10} s`;
}

/** Why a signal that came from a call aborted; `undefined` while it has not, or for other signals. */
export function abortCause(signal: AbortSignal): AbortCause | undefined {
  if (!signal.aborted) return undefined;
  const reason: unknown = signal.reason;
  if (typeof reason !== "object" || reason === null) return undefined;
  const cause: unknown = Reflect.get(reason, causeKey);
  return cause === "cancelled" || cause === "deadline" || cause === "shutdown" ? cause : undefined;
}
