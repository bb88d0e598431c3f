import { ToolError } from "../../operation/errors.js";
import type { Encoding, ExecResult, ExitStatus } from "../../operation/program.js";
import type { Redactor } from "../../operation/redact.js";
import { type Collector, textOf, trimmed } from "./collect.js";
import { name } from "./command.js";

/** What a program's end and its output come to. */
export function resultOf<E extends Encoding>(
  status: ExitStatus,
  { stdout, stderr }: Readonly<Record<"stdout" | "stderr", Collector>>,
  encoding: Encoding = "utf8",
  redactor: Redactor,
): ExecResult<E> {
  const out = trimmed(stdout.collected(), encoding, redactor);
  const err = trimmed(stderr.collected(), encoding, redactor);
  const texts =
    encoding === "bytes"
      ? { stdout: out.bytes, stderr: err.bytes }
      : { stdout: textOf(out, encoding), stderr: textOf(err, encoding) };
  const result = {
    ...status,
    ...texts,
    truncated: out.dropped + err.dropped > 0,
    dropped: { stdout: out.dropped, stderr: err.dropped },
  };
  // That the encoding decides between text and bytes is known above, but not to the compiler.
  return result as ExecResult<E>;
}

/** The error of a program that had to succeed. Its message ends with the last line of stderr, which mostly says why. */
export function failure(file: string, { code, signal }: ExitStatus, stderr: string): ToolError {
  const how = signal === undefined ? `failed with exit code ${code}` : `was ended by ${signal}`;
  const last = stderr.trimEnd().split("\n").at(-1)?.slice(0, 200) ?? "";
  const message = `${name(file)} ${how}${last === "" ? "" : `: ${last}`}`;
  const details = { code, ...(signal === undefined ? {} : { signal }), stderr };
  return new ToolError("execution_failed", message, { details });
}
