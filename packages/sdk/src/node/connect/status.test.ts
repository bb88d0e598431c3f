import { Code, ConnectError } from "@connectrpc/connect";
import { describe, expect, test } from "@jest/globals";
import { verifies } from "../../../test/verifies.js";
import { type ErrorCategory, ToolError } from "../../operation/errors.js";
import { failedBy, unimplemented } from "../../operation/status.js";
import { unwrap } from "./status.js";

function statusOf(answer: Parameters<typeof unwrap>[0]): ConnectError {
  try {
    unwrap(answer, "tool.pluggableharness.dev");
  } catch (error) {
    return ConnectError.from(error);
  }
  throw new Error("there was no status");
}

describe("the status of a failure", () => {
  test.each<[ErrorCategory, Code]>([
    ["invalid_arguments", Code.InvalidArgument],
    ["not_found", Code.NotFound],
    ["permission_denied", Code.PermissionDenied],
    ["execution_failed", Code.Internal],
    ["timeout", Code.DeadlineExceeded],
    ["concurrency_conflict", Code.Aborted],
    ["cancelled", Code.Canceled],
    ["unknown", Code.Internal],
  ])("%s has the code closest to it", (category, code) => {
    verifies("RUN-16");
    expect(statusOf(failedBy(new ToolError(category, "why"))).code).toBe(code);
  });

  test("of something that is not implemented needs no details", () => {
    const status = statusOf(unimplemented("no preview"));
    expect([status.code, status.rawMessage, status.details]).toEqual([Code.Unimplemented, "no preview", []]);
  });
});
