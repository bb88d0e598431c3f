import type { Kernel, Logger } from "../kernel/client.js";
import type { Encoding, ExecOptions, ExecResult } from "./program.js";

/**
 * What a handler knows about the call it serves. Context fields are `undefined` when the caller set none.
 * (tool-data-types: ToolCall; slash-command-data-types: SlashCommandCall)
 */
export interface PreviewCall<Config = unknown, Ctx = unknown> {
  /** The call's id, assigned by the kernel. */
  readonly id: string;
  readonly sessionId: string | undefined;
  readonly turnId: string | undefined;
  /** The session's working directory at call time: never the directory of the plugin's own process. */
  readonly workingDirectory: string | undefined;
  /** Aborts for cancel, deadline or shutdown, never because the call ended well. See {@link abortCause}. */
  readonly signal: AbortSignal;
  /** When the caller, or the operation's own time limit, ends the call. */
  readonly deadline: Date | undefined;
  /** The plugin's configuration: the output of its config schema. */
  readonly config: Config;
  /** What the plugin's `setup` returned. */
  readonly ctx: Ctx;
  readonly log: Logger;
  /** The kernel that launched the plugin. */
  readonly kernel: Kernel;
  /**
   * Resolves a path against the working directory.
   * @throws ToolError `invalid_arguments` when the path is relative and the caller set no working directory.
   */
  resolvePath(path: string): string;
}

/** The call of a handler that declares nothing more than `.reads()`. */
export interface Call<Config = unknown, Ctx = unknown> extends PreviewCall<Config, Ctx> {
  /**
   * Holds a key of the author's own making (a resolved path, a row id) until this call ends.
   * @throws ToolError `concurrency_conflict` (retryable) when another call of this plugin holds it.
   */
  lock(key: string): void;
}

/** Only after `.mutates()`. */
export interface Did {
  /** Notes what has been done already: it is reported when the call is cancelled or runs out of time. */
  did(what: string): void;
}

/** Only after `.streams()` or `.spawns()`. */
export interface Emits {
  /** Tells how far the call is. Cheap and coalesced: needs no await. `fraction` lies in [0,1]. */
  progress(message: string, fraction?: number): void;
  /** Sends output bytes (text as UTF-8). Await it: it waits for a slow reader. */
  output(data: string | Uint8Array, to?: "stdout" | "stderr"): Promise<void>;
  /** Sends a part of the result as it is found. Await it: it waits for a slow reader. */
  partial(payload: object): Promise<void>;
}

/** Only after `.spawns()`. */
export interface Execs {
  /**
   * Runs a program to its end and streams what it writes as output_chunks; a slow reader slows it down. Any exit code is
   * an answer unless `check` asks otherwise. The exit code of the last program is the call's exit_status.
   *
   * No shell is involved: `call.exec("bash", ["-c", command])` says that one is. The program and all that it started
   * end with the call at the latest.
   * @throws ToolError when it could not be started (the text tells what is missing), or with `check` when it failed; the
   *   reason of the call's end once everything is dead, when the call was ended meanwhile.
   */
  exec<E extends Encoding = "utf8">(
    file: string,
    args?: readonly string[],
    options?: ExecOptions<E>,
  ): Promise<ExecResult<E>>;
}

/** The call of a handler that `.mutates()`. */
export interface MutatingCall<Config = unknown, Ctx = unknown> extends Call<Config, Ctx>, Did {}
/** The call of a handler that `.streams()`. */
export interface StreamingCall<Config = unknown, Ctx = unknown> extends Call<Config, Ctx>, Emits {}
/** The call of a handler that `.mutates()` and `.streams()`. */
export interface StreamingMutatingCall<Config = unknown, Ctx = unknown> extends Call<Config, Ctx>, Did, Emits {}
/** The call of a handler that `.spawns()`. */
export interface ProcessCall<Config = unknown, Ctx = unknown> extends Call<Config, Ctx>, Emits, Execs {}
/** The call of a handler that `.mutates()` and `.spawns()`. */
export interface ProcessMutatingCall<Config = unknown, Ctx = unknown> extends Call<Config, Ctx>, Did, Emits, Execs {}

/** What a generator handler yields. */
export type StreamEvent =
  | { readonly progress: string; readonly fraction?: number | undefined }
  | { readonly partial: object }
  | { readonly output: string | Uint8Array; readonly to?: "stdout" | "stderr" | undefined };
