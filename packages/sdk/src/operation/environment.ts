import type { Kernel, Logger } from "../kernel/client.js";
import type { JsonObject } from "../schema/types.js";
import type { EventSink } from "./events.js";
import type { Locks } from "./locks.js";
import type { Platform } from "./platform.js";
import type { Programs } from "./program.js";
import type { Instances } from "./provider.js";
import type { Redactor } from "./redact.js";

/** What a configured plugin lends to each of its calls. */
export interface Environment {
  readonly platform: Platform;
  readonly config: unknown;
  /** What `setup` returned. */
  readonly ctx: unknown;
  /** Of the plugin's `providers`. */
  readonly instances: Instances;
  /** What `setup` and the constructors may run. It ends after `close`. */
  readonly programs: Programs;
  readonly redactor: Redactor;
  readonly kernel: Kernel;
  readonly locks: Locks;
  /** The most bytes a result, partial result or error may have, encoded. */
  readonly messageLimit: number;
  /** A logger whose entries carry these fields. */
  logger(fields: JsonObject): Logger;
}

/** One call as a caller asked for it (tool.v1 ToolCall, slashcommand.v1 SlashCommandCall). */
export interface CallRequest {
  readonly id: string;
  /** Missing arguments count as `{}`. */
  readonly arguments: JsonObject | undefined;
  readonly sessionId: string | undefined;
  readonly turnId: string | undefined;
  readonly workingDirectory: string | undefined;
}

/** How a caller is reached. */
export interface Transport {
  /** Aborts, with a reason made by `abortReason`, when the caller cancels, its time is up or the plugin shuts down. */
  readonly signal: AbortSignal;
  /** When the caller's deadline is, in milliseconds since the epoch; `undefined` when it set none. */
  readonly dueAt: number | undefined;
  readonly sink: EventSink;
}
