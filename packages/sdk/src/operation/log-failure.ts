import type { Logger } from "../kernel/client.js";
import { classify } from "./classify.js";
import { ToolError } from "./errors.js";

/**
 * Logs what the caller is not told of a failure: the stack of an error that no one classified, and the cause of a
 * ToolError. What a handler threw because its call was aborted is no failure of its own.
 */
export function logFailure(thrown: unknown, signal: AbortSignal, log: Logger): void {
  if (thrown === undefined || signal.aborted) return;
  if (thrown instanceof ToolError) {
    if (thrown.cause !== undefined) log.warn(`the handler failed: ${thrown.message}`, { cause: thrown.cause });
    return;
  }
  const { category, message } = classify(thrown);
  if (category === "unknown") log.error(`the handler failed: ${message}`, { error: thrown });
}
