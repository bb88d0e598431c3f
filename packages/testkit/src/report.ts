import type { RenderTree } from "@plugwright/protocol/render";
import type { ErrorCategory, JsonObject } from "@plugwright/sdk";
import type { Violation } from "./rules.js";

/** One event of a call, as a test reads it. Output is text where it is UTF-8, else bytes. */
export type CallEvent =
  | { readonly output: string | Uint8Array; readonly to: "stdout" | "stderr" }
  | { readonly progress: string; readonly fraction?: number }
  | { readonly partial: JsonObject }
  | { readonly exit: ExitStatus }
  | { readonly result: JsonObject }
  | { readonly error: CallError };

/** How the process of a call ended. */
export interface ExitStatus {
  readonly code: number;
  readonly signal?: string;
}

/** Why a call failed (tool-data-types, ToolErrorCategory). `process_crashed` is the kernel's own. */
export type CallErrorCategory = ErrorCategory | "process_crashed";

/** The terminal error of a call, the plugin's or the kernel's. */
export interface CallError {
  readonly category: CallErrorCategory;
  readonly message: string;
  readonly retryable: boolean;
  readonly details?: JsonObject;
}

/** Why a call was not made. */
export interface Denial {
  /** The rule of the policy, `the approver`, or `the kernel`. */
  readonly by: string;
  readonly reason: string;
}

/** How long a call waited for its locks. */
export interface Waited {
  /** Milliseconds of the kernel's clock. */
  readonly ms: number;
  /** The operations that it waited for, as they were when it began to wait; each once. */
  readonly behind: readonly string[];
}

/** Of which operation a call was. */
export interface CalledOperation {
  readonly type: "tool" | "command";
  readonly name: string;
  readonly provider: string;
}

/** All that is known of a call that has ended. */
export interface CallReport<Result = JsonObject> {
  /** Given by the kernel. */
  readonly id: string;
  readonly operation: CalledOperation;
  readonly args: JsonObject;
  /** In the order in which they came, of the last attempt; the terminal one included. */
  readonly events: readonly CallEvent[];
  /** The payload, where the call succeeded. */
  readonly result: Result | undefined;
  /** Where it failed. */
  readonly error: CallError | undefined;
  /** Where policy, approver or kernel denied it. */
  readonly denied: Denial | undefined;
  /** What the model reads: the payload as JSON, or the error or denial as a sentence. */
  readonly text: string;
  readonly preview: RenderTree | undefined;
  readonly waited: Waited;
  /** How often the plugin was asked: 0 where it never was, more than 1 after a retry. */
  readonly attempts: number;
  /** When the last attempt began and ended, in milliseconds of the kernel's clock. `undefined` without an attempt. */
  readonly ran: { readonly from: number; readonly to: number } | undefined;
  /** What the plugin did against the protocol. */
  readonly violations: readonly Violation[];
  /** Rules that could not be checked. */
  readonly notChecked: readonly string[];
}
