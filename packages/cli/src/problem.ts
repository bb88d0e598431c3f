/** Something that is wrong, told so that whoever reads it can mend it. */
export interface Problem {
  /** The place, as in `src/plugin.ts:3:20`. Absent where there is none. */
  readonly where?: string | undefined;
  /** What is wrong there, and why. */
  readonly reason: string;
  /** What to write or do instead. */
  readonly hint?: string | undefined;
  /** A stack, or whatever else is too long for a line. Shown by `--verbose`. */
  readonly details?: string | undefined;
}

/** 1: the command was understood and could not be done. 2: it was not understood. 130: it was told to end. */
export type FailureCode = 1 | 2 | 130;

/** Ends a command with all that is wrong. What is thrown otherwise is a fault of the command itself. */
export class CommandError extends Error {
  override readonly name = "CommandError";
  readonly problems: readonly Problem[];
  readonly exitCode: FailureCode;

  /** @param headline what could not be done */
  constructor(headline: string, problems: readonly Problem[], exitCode: FailureCode = 1) {
    super(headline);
    this.problems = problems;
    this.exitCode = exitCode;
  }
}

/** Ends a command that was called wrongly. */
export function usageError(reason: string, hint: string): CommandError {
  return new CommandError("wrong usage", [{ reason, hint }], 2);
}

/** In the form in which the SDK reports faults: one line, unless the reason has several. */
export function problemLine({ where, reason, hint }: Problem): string {
  const text = `${where === undefined ? "" : `${where}: `}${reason.trimEnd()}`;
  if (hint === undefined) return text;
  return reason.trimEnd().includes("\n") ? `${text}\nHint: ${hint}` : `${text}. Hint: ${hint}`;
}

/** All that is wrong: one problem in one line, several below a headline. */
export function errorText(subject: string, { message, problems }: CommandError, verbose: boolean): string {
  const [only] = problems;
  const lines =
    only !== undefined && problems.length === 1
      ? [`${subject}: ${message}: ${problemLine(only)}`]
      : [`${subject}: ${message}`, ...problems.map(problemLine)];
  const details = problems.flatMap((problem) => (problem.details === undefined ? [] : [problem.details.trimEnd()]));
  return [...lines, ...(verbose ? details : [])].map((line) => `${line}\n`).join("");
}

/** What something thrown has to say, in a sentence. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
