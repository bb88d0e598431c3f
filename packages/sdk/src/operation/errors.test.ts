import { describe, expect, test } from "@jest/globals";
import { verifies } from "../../test/verifies.js";
import { abortCause, abortReason, type ErrorCategory, ToolError } from "./errors.js";

describe("ToolError", () => {
  test.each<[ErrorCategory, boolean]>([
    ["invalid_arguments", false],
    ["not_found", false],
    ["permission_denied", false],
    ["execution_failed", false],
    ["timeout", true],
    ["concurrency_conflict", true],
    ["cancelled", false],
    ["unknown", false],
  ])("%s is retryable by default: %s", (category, retryable) => {
    expect(new ToolError(category, "why").retryable).toBe(retryable);
  });

  test("says otherwise on request", () => {
    expect(new ToolError("execution_failed", "busy", { retryable: true }).retryable).toBe(true);
    expect(new ToolError("timeout", "never again", { retryable: false }).retryable).toBe(false);
  });

  test.each(["invalid_arguments", "permission_denied"] as const)("%s can never be retryable", (category) => {
    expect(() => new ToolError(category, "why", { retryable: true })).toThrow(
      `new ToolError("${category}"): retryable cannot be true, the same call would fail again`,
    );
  });

  test("refuses an empty message", () => {
    expect(() => new ToolError("unknown", "  ")).toThrow(
      'new ToolError("unknown"): the message is empty; say what went wrong',
    );
  });

  test("process_crashed belongs to the kernel", () => {
    verifies("RUN-17");
    // @ts-expect-error: no such category for an author
    expect(() => new ToolError("process_crashed", "no")).toThrow("only the kernel reports process_crashed");
    // @ts-expect-error: no such category
    expect(() => new ToolError("oops", "no")).toThrow("no such category; use one of invalid_arguments, not_found");
  });

  test("is known by its brand, also when another copy of the SDK made it", () => {
    const foreign = Object.assign(new Error("from elsewhere"), {
      category: "not_found",
      retryable: false,
      [Symbol.for("@plugwright/sdk/ToolError")]: true,
    });
    expect(foreign).toBeInstanceOf(ToolError);
    expect(new Error("plain")).not.toBeInstanceOf(ToolError);
    expect(null as unknown).not.toBeInstanceOf(ToolError);
  });
});

describe("the reason of an aborted call", () => {
  test.each([
    ["cancelled", "cancelled", "the caller cancelled the call"],
    ["deadline", "timeout", "the call ran out of time"],
    ["shutdown", "cancelled", "the plugin is shutting down"],
  ] as const)("%s is a ToolError of category %s", (cause, category, message) => {
    const controller = new AbortController();
    expect(abortCause(controller.signal)).toBeUndefined();
    controller.abort(abortReason(cause));
    expect(abortCause(controller.signal)).toBe(cause);
    expect(controller.signal.reason).toMatchObject({ category, message });
  });

  test("a signal from elsewhere has none", () => {
    const controller = new AbortController();
    controller.abort();
    expect(abortCause(controller.signal)).toBeUndefined();
  });
});
