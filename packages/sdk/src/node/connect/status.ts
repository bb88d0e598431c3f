import { create } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import { ErrorInfoSchema } from "@plugwright/protocol/rpc";
import { ToolErrorSchema } from "@plugwright/protocol/tool";
import type { Answer, StatusCode } from "../../operation/status.js";
import { boundText } from "../../operation/text.js";
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
  const { code, error } = answer;
  const message = boundText(answer.message, most.message);
  if (error === undefined) throw new ConnectError(message, codes[code]);
  const info = { reason: error.category, domain, metadata: fitting(textual(error.details ?? {}), most.metadata) };
  const details = error.details && fitting(error.details, most.details);
  throw new ConnectError(message, codes[code], undefined, [
    { desc: ErrorInfoSchema, value: create(ErrorInfoSchema, info) },
    { desc: ToolErrorSchema, value: create(ToolErrorSchema, toolErrorFields({ ...error, message, details })) },
  ]);
}

/**
 * All of a status travels in one header, encoded in base64, and peers take 8 KiB of headers: with more, they would not
 * even see the code. In bytes of text.
 */
const most = { message: 1024, metadata: 1024, details: 2048 };

function fitting<T extends object>(details: T, limit: number): T | { details_left_out: string } {
  const bytes = new TextEncoder().encode(JSON.stringify(details)).length;
  return bytes <= limit ? details : { details_left_out: `${bytes} bytes of JSON` };
}

function textual(details: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(details).map(([key, value]) => [key, typeof value === "string" ? value : JSON.stringify(value)]),
  );
}
