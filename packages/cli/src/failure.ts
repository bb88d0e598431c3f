import { type Arguments, type Io, verboseOption } from "./command.js";
import { type CommandError, errorText } from "./problem.js";

/**
 * Tells that a command could not be done after its result was printed, which is all that `--json` prints.
 * @returns the code to exit with
 */
export function tellFailure(command: string, error: CommandError, args: Arguments, { err }: Pick<Io, "err">): number {
  err(errorText(`plugwright ${command}`, error, args.has(verboseOption.name)));
  return error.exitCode;
}
