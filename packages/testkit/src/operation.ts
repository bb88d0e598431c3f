import type { Schema } from "@plugwright/protocol/schema";
import type { Kind, Risk } from "@plugwright/sdk";

/** Whether calls of an operation may meet. */
export interface ConcurrencySpec {
  readonly safe: boolean;
  readonly keyFields: readonly string[];
}

/** An operation as the kernel has taken it from its provider. */
export interface LoadedOperation {
  readonly type: "tool" | "command";
  readonly provider: string;
  readonly name: string;
  readonly description: string;
  readonly kind: Kind;
  readonly risk: Risk | "read_only";
  readonly input: Schema;
  /** Absent on commands, and where a tool promises nothing. */
  readonly output: Schema | undefined;
  readonly streaming: boolean;
  /** Absent where the provider declares none, and on interactive operations, whose is ignored. */
  readonly concurrency: ConcurrencySpec | undefined;
  /** Milliseconds. */
  readonly timeoutMs: number | undefined;
  readonly idempotent: boolean;
  readonly terminatesTurn: boolean;
  /** Whether the probe found a preview. */
  readonly hasPreview: boolean;
  /** Whether its calls run a process: `"may"` for an operation that is known to, where it likes; `undefined`: not told. */
  readonly spawns: boolean | "may" | undefined;
}
