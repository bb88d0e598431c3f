import type { JsonObject } from "../schema/types.js";

/** How loud a log entry is. */
export type LogLevel = "debug" | "info" | "warn" | "error";

/** One entry of the plugin's log, secrets already redacted. */
export interface LogEntry {
  readonly level: LogLevel;
  readonly message: string;
  /** Carries the ids of the call, where there is one: `call_id`, `operation`, `session_id`, `turn_id`. */
  readonly fields: JsonObject;
  readonly time: Date;
}

/** Writes to the log of the kernel; without a kernel, JSON lines on stderr. Secrets are redacted. */
export interface Logger {
  /** What only its author wants to know. */
  debug(message: string, fields?: object): void;
  /** What goes as it should. */
  info(message: string, fields?: object): void;
  /** What somebody should look at some day. */
  warn(message: string, fields?: object): void;
  /** What somebody should look at now. */
  error(message: string, fields?: object): void;
}

/** An event that a plugin adds to a session's record. */
export interface EmittedEvent {
  readonly kind: string;
  readonly schemaVersion: string;
  readonly payload: Uint8Array;
  /** Defaults to the session of the current call; outside a call it must be given. */
  readonly sessionId?: string | undefined;
}

/**
 * What a plugin may ask of the kernel that launched it. Served without a kernel, `connected` is false
 * and every method rejects with a sentence that says so.
 */
export interface Kernel {
  readonly connected: boolean;
  /** Adds an event to the record of a session. */
  emit(event: EmittedEvent): Promise<{ readonly id: string; readonly sequence: bigint }>;
  /** How many tokens a text costs; `exact` is false for an estimate. */
  countTokens(text: string): Promise<{ readonly count: number; readonly exact: boolean }>;
  /** The configuration as the kernel resolved it. It holds secrets: never echo it. */
  getConfig(): Promise<JsonObject>;
}

/** The kernel of a plugin that no kernel launched. */
export function absentKernel(): Kernel {
  const refuse = async (method: string): Promise<never> => {
    throw new Error(
      `call.kernel.${method}: no kernel is connected, this plugin was not launched by one; test call.kernel.connected first`,
    );
  };
  return Object.freeze({
    connected: false,
    emit: () => refuse("emit"),
    countTokens: () => refuse("countTokens"),
    getConfig: () => refuse("getConfig"),
  });
}
