import { isAbsolute, resolve } from "node:path";
import { ToolError } from "../../operation/errors.js";
import type { Encoding, ExecOptions } from "../../operation/program.js";

/** A program that can be started as far as its words tell. */
export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly shell: boolean;
}

/** Half of what fits into a string. */
const mostBuffer = 256 * 1024 * 1024;

/**
 * Looks at what a program is to be started with.
 * @throws ToolError `invalid_arguments` when there is no directory to run it in, or a NUL byte in a word, which no
 *   system can pass on; `execution_failed` for what only the author can have got wrong.
 */
export function commandOf(
  file: string,
  args: readonly string[],
  { cwd, env = {}, input, maxBuffer, shell = false }: ExecOptions<Encoding>,
  workingDirectory: string | undefined,
): Command {
  const given: unknown = args;
  if (typeof file !== "string" || file === "") throw wrong("exec takes the name of a program, which is empty");
  if (!Array.isArray(given) || !given.every((word) => typeof word === "string")) {
    throw wrong(`the arguments of ${name(file)} must be a list of strings`);
  }
  if (shell && args.length > 0) {
    throw wrong("with { shell: true } the first argument is the whole command line: no others can follow");
  }
  if (maxBuffer !== undefined && !(maxBuffer >= 0 && maxBuffer <= mostBuffer)) {
    throw wrong(`maxBuffer is ${maxBuffer}: give a number of bytes from 0 to ${mostBuffer} (256 MiB)`);
  }
  if (!isInput(input)) throw wrong("input must be a string, bytes or an async iterable of them");
  const values = Object.entries(env).flatMap(([key, value]) => [key, value ?? ""]);
  for (const [what, words] of [
    ["the program's name", [file]],
    ["an argument", args],
    ["a variable of the environment", values],
    ["the working directory", [cwd ?? ""]],
  ] as const) {
    if (words.some((word) => word.includes("\0"))) {
      throw new ToolError("invalid_arguments", `${name(file)} cannot be started: ${what} holds a NUL byte`);
    }
  }
  return { file, args, shell, cwd: directory(file, workingDirectory, cwd) };
}

function directory(file: string, base: string | undefined, cwd: string | undefined): string {
  if (cwd !== undefined && isAbsolute(cwd)) return resolve(cwd);
  // A base that is relative itself would be one in the directory of this process.
  if (base !== undefined && isAbsolute(base)) return resolve(base, cwd ?? ".");
  throw new ToolError(
    "invalid_arguments",
    `${name(file)} cannot be started: there is no working directory, and no absolute cwd was given`,
  );
}

function isInput(input: unknown): boolean {
  if (input === undefined || typeof input === "string" || ArrayBuffer.isView(input)) return true;
  return typeof input === "object" && input !== null && Symbol.asyncIterator in input;
}

/** A program in a message: short, on one line. */
export function name(file: string): string {
  const line = JSON.stringify(file).slice(1, -1);
  return line.length > 80 ? `${line.slice(0, 80)}…` : line;
}

const wrong = (message: string) => new ToolError("execution_failed", message);
