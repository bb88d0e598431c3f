import type { JsonObject } from "@plugwright/sdk";

/** An entry of a provider's log. */
export interface LogRecord {
  readonly provider: string;
  readonly level: "trace" | "debug" | "info" | "warn" | "error" | "fatal";
  readonly message: string;
  /** Those of a call carry its ids: `call_id`, `operation`, `session_id`, `turn_id`. */
  readonly fields: JsonObject;
  /** The session of the batch. Absent for what belongs to none, and for lines on stderr. */
  readonly sessionId?: string;
  /** `callback`: to the kernel; `stderr`: a line of a launched plugin. */
  readonly by: "callback" | "stderr";
}

/** An event that a provider added to the session. */
export interface EmitRecord {
  readonly provider: string;
  readonly sessionId: string;
  /** The kind in small letters, `tool_result`. */
  readonly kind: string;
  readonly schemaVersion: string;
  readonly payload: Uint8Array;
  readonly id: string;
  readonly sequence: bigint;
}

/** An event on the bus. */
export interface BusRecord {
  /** `plugin.{category}.{provider}.{event type}`, or what a test has published. */
  readonly topic: string;
  readonly payload: Uint8Array;
  readonly payloadType: string;
  readonly schemaVersion: string;
}

/** What providers have told the kernel besides their answers. */
export interface Recording {
  readonly log: readonly LogRecord[];
  readonly emits: readonly EmitRecord[];
  readonly published: readonly BusRecord[];
}
