/** Ends the program with a sentence, and what to do instead. */
export class CreateError extends Error {
  override readonly name = "CreateError";
  readonly hint: string;
  /** 1: it could not be done. 2: the program was called wrongly. */
  readonly exitCode: 1 | 2;

  constructor(reason: string, hint: string, exitCode: 1 | 2 = 2) {
    super(reason);
    this.hint = hint;
    this.exitCode = exitCode;
  }
}
