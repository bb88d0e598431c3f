import { createLogger } from "../../operation/log.js";
import type { Encoding, ExecOptions, ExecResult } from "../../operation/program.js";
import { noSecrets } from "../../operation/redact.js";
import { logToStderr } from "../platform.js";
import { currentScope } from "../scopes.js";
import { createPrograms } from "./programs.js";

/**
 * Runs a program to its end and sends nothing: for operations that use a program rather than show it. Inside of a call
 * (a preview, `setup`) it runs in the call's working directory, without the configured secrets in its environment, and
 * ends with the call at the latest. Outside it needs `cwd`, and all that it started ends with it.
 *
 * Any exit code is an answer unless `check` asks otherwise. No shell is involved.
 * @throws ToolError when it could not be started (the text tells what is missing), or with `check` when it failed; the
 *   reason of the call's end once everything is dead, when the call was ended meanwhile.
 */
export function exec<E extends Encoding = "utf8">(
  file: string,
  args: readonly string[] = [],
  options: ExecOptions<E> = {},
): Promise<ExecResult<E>> {
  const { programs } = currentScope() ?? {};
  return programs === undefined ? execAlone(file, args, options) : programs.run(file, args, options);
}

async function execAlone<E extends Encoding>(
  file: string,
  args: readonly string[],
  options: ExecOptions<E>,
): Promise<ExecResult<E>> {
  const log = createLogger({ write: logToStderr, now: Date.now, redactor: () => noSecrets, fields: { program: file } });
  const programs = createPrograms({ workingDirectory: undefined, redactor: noSecrets, log });
  try {
    return await programs.run(file, args, options);
  } finally {
    await programs.end();
  }
}
