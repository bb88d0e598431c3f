import type { Logger } from "../kernel/client.js";
import type { Redactor } from "./redact.js";

/** How collected output is handed out: as text in an encoding, or as it is. */
export type Encoding = "utf8" | "utf16le" | "latin1" | "bytes";

/** What a program may be given beside its arguments. */
export interface ExecOptions<E extends Encoding = "utf8"> {
  /** Relative to the call's working directory, which it defaults to. Outside of a call it must be given, absolute. */
  readonly cwd?: string | undefined;
  /**
   * Variables to add, or with `undefined` to take away. The rest is the plugin's environment, without what the kernel put
   * there for the plugin alone and without every variable that holds a configured secret.
   */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** What it reads on stdin; nothing by default. Once it stops reading, the rest is dropped. */
  readonly input?: string | Uint8Array | AsyncIterable<string | Uint8Array> | undefined;
  /** The most bytes of each stream that are collected; the rest is counted. Defaults to 1 MiB. */
  readonly maxBuffer?: number | undefined;
  /** What the result's `stdout` and `stderr` are. Defaults to "utf8". */
  readonly encoding?: E | undefined;
  /** Lets the system's shell interpret the first argument, which then is a whole command line without further ones. */
  readonly shell?: boolean | undefined;
  /** Turns an exit code other than 0 into an error. */
  readonly check?: boolean | undefined;
  /** Ends the program and all that it started. */
  readonly signal?: AbortSignal | undefined;
}

/** How a program ended and what it wrote. */
export interface ExecResult<E extends Encoding = "utf8"> {
  /** Its exit code as an int32. 128 + n when signal n ended it, so never 0 then. */
  readonly code: number;
  /** The name of the signal that ended it, such as "SIGKILL". */
  readonly signal: string | undefined;
  /** The first `maxBuffer` bytes. Text that was cut ends with a mark that says so. */
  readonly stdout: E extends "bytes" ? Uint8Array : string;
  /** As `stdout`. */
  readonly stderr: E extends "bytes" ? Uint8Array : string;
  /** Whether anything was left out of `stdout` or `stderr`. */
  readonly truncated: boolean;
  /** The bytes that were left out of each. */
  readonly dropped: { readonly stdout: number; readonly stderr: number };
}

/** What programs are run with: what a call, a preview or `setup` knows. */
export interface ProgramSurroundings {
  readonly workingDirectory: string | undefined;
  /** Tells which variables of the environment hold a secret. */
  readonly redactor: Redactor;
  readonly log: Logger;
}

/** How a program ended. */
export type ExitStatus = Pick<ExecResult, "code" | "signal">;

/** Is told what becomes of one program. */
export interface ProgramObserver {
  /** Takes a piece that is given away. The program is held back while the promise is pending. Must not reject. */
  output(data: Uint8Array, to: "stdout" | "stderr"): Promise<void>;
  /** After its last output. Not called when it could not be started. */
  exited(status: ExitStatus): void;
}

/** Runs programs that have one end in common: that of their call. */
export interface Programs {
  /** Runs a program to its end: see `call.exec`. The observer's words are the only ones it sends. */
  run<E extends Encoding = "utf8">(
    file: string,
    args?: readonly string[],
    options?: ExecOptions<E>,
    observer?: ProgramObserver,
  ): Promise<ExecResult<E>>;
  /**
   * Ends whatever still runs, with all that it started: asks now, kills after `graceMs` milliseconds (500 by default).
   * From now on nothing is started, and what is awaited rejects with `reason`. Without a reason the call has ended by
   * itself: what still runs then was not awaited, which is logged. Resolves when nothing is left; never rejects.
   */
  end(reason?: unknown, graceMs?: number): Promise<void>;
}
