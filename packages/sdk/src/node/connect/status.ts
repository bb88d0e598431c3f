import { create } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import { ErrorInfoSchema } from "@plugwright/protocol/rpc";
import { ToolErrorSchema } from "@plugwright/protocol/tool";
import type { Answer, StatusCode } from "../../operation/status.js";
import { toolErrorFields } from "../../operation/wire-error.js";

const codes: Readonly<Record<StatusCode, Code>> = {
  invalid_argument: Code.InvalidArgument,
  not_found: Code.NotFound,
  permission_denied: Code.PermissionDenied,
  internal: Code.Internal,
  deadline_exceeded: Code.DeadlineExceeded,
  aborted: Code.Aborted,
  cancelled: Code.Canceled,
  unimplemented: Code.Unimplemented,
};

/**
 * The response of an RPC, or its status with two details: `google.rpc.ErrorInfo` (reason: the category,
 * metadata: the details as text), then `tool.v1.ToolError`.
 * @param domain `tool.pluggableharness.dev` or `slashcommand.pluggableharness.dev`.
 * @throws ConnectError
 */
export function unwrap<T>(answer: Answer<T>, domain: string): T {
  if (answer.ok) return answer.value;
  const { code, message, error } = answer;
  if (error === undefined) throw new ConnectError(message, codes[code]);
  const info = { reason: error.category, domain, metadata: textual(error.details ?? {}) };
  throw new ConnectError(message, codes[code], undefined, [
    { desc: ErrorInfoSchema, value: create(ErrorInfoSchema, info) },
    { desc: ToolErrorSchema, value: create(ToolErrorSchema, toolErrorFields(error)) },
  ]);
}

function textual(details: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(details).map(([key, value]) => [key, typeof value === "string" ? value : JSON.stringify(value)]),
  );
}
