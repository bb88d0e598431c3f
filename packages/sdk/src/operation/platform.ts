import type { LogEntry, Logger } from "../kernel/client.js";
import type { ProgramSurroundings, Programs } from "./program.js";

/** Something the author's code runs in: a call, a preview, setup or close. Compared by identity. */
export interface Scope {
  /** Names it in logs, such as `call 7 of read_file`. */
  readonly label: string;
  /** Ends it with an error that nobody caught. False when it had ended before. */
  fail(error: unknown): boolean;
  /** Logs with the ids of the call. */
  readonly log: Logger;
  /** Runs programs that end with it. Without it a program ends alone. */
  readonly programs?: Programs;
}

/** An error that left the author's code without being caught. */
export interface Stray {
  readonly error: unknown;
  readonly kind: "rejection" | "exception";
  /** Where it came from, as far as that is known. */
  readonly scope: Scope | undefined;
}

/**
 * What the core asks of its surroundings; `node/platform.ts` implements it. Nothing of it is global:
 * whoever runs a plugin passes one in.
 */
export interface Platform {
  /** Runs `fn` so that whatever goes wrong in it, or in what it starts, is known to be `scope`'s. */
  enter<T>(scope: Scope, fn: () => T): T;
  /** An absolute path, or `undefined` when `path` is relative and there is no base. */
  resolvePath(base: string | undefined, path: string): string | undefined;
  /** Makes what runs programs for one call. Costs nothing until one is run. */
  programs(surroundings: ProgramSurroundings): Programs;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls `fn` after `ms` milliseconds; returns what undoes it. The timer does not keep a process alive. */
  after(ms: number, fn: () => void): () => void;
  /** Tells of errors that nobody caught, until the returned function is called. */
  onStray(listener: (stray: Stray) => void): () => void;
  /** Takes an entry of the plugin's log. */
  log(entry: LogEntry): void;
  /**
   * Told, in place of the log, of an event that came after the end of its call. What it throws reaches whoever sent the
   * event: a test should not pass over it.
   */
  onLateEvent?: ((message: string) => void) | undefined;
}
