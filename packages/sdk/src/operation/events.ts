import type { OutputStream } from "@plugwright/protocol/tool";
import type { JsonObject } from "../schema/types.js";

/**
 * One event of a call, in the shape both event messages share (tool.v1 ToolEvent, slashcommand.v1
 * SlashCommandEvent).
 */
export type CallEvent =
  | { readonly case: "outputChunk"; readonly value: { readonly stream: OutputStream; readonly data: Uint8Array } }
  | { readonly case: "progress"; readonly value: { readonly message: string; readonly fractionComplete?: number } }
  | { readonly case: "partialResult"; readonly value: { readonly payload: JsonObject } }
  | { readonly case: "exitStatus"; readonly value: { readonly exitCode: number; readonly signal?: string } }
  | { readonly case: "result"; readonly value: { readonly payload: JsonObject } }
  | { readonly case: "error"; readonly value: WireToolError };

/** A ToolError message's fields (tool.v1 ToolError). */
export interface WireToolError {
  readonly category: number;
  readonly message: string;
  readonly retryable: boolean;
  readonly details?: JsonObject;
}

/** Where the events of one call go. */
export interface EventSink {
  /** Resolves when the reader has room for the next event; rejects when the reader is gone. */
  write(event: CallEvent): Promise<void>;
  /**
   * Whether nobody holds anything of an event any more when the write after it has resolved: its bytes may then be
   * overwritten. Absent where readers may keep events.
   */
  readonly keepsNothing?: boolean;
}

/** Why an event may not follow what was sent before it; `undefined` when it may. */
export type Order = (event: CallEvent) => string | undefined;

/**
 * The order of one call's events: `(output | progress | partial | exit)* (result | error)` with exit at
 * most once (tool-data-types, ToolEvent). Each accepted event moves the machine on.
 */
export function eventOrder(): Order {
  let exited = false;
  let ended: "result" | "error" | undefined;
  return (event) => {
    if (ended !== undefined) return `the call has ended with its ${ended}`;
    switch (event.case) {
      case "exitStatus":
        if (exited) return "exit_status was sent already";
        exited = true;
        return undefined;
      case "result":
      case "error":
        ended = event.case;
        return undefined;
      default:
        return undefined;
    }
  };
}

/** Lets through what the order allows; the rest is told to `refuse` and not written. */
export function orderedSink(sink: EventSink, refuse: (event: CallEvent, why: string) => void): EventSink {
  const order = eventOrder();
  const { keepsNothing = false } = sink;
  return {
    keepsNothing,
    write(event) {
      const why = order(event);
      if (why === undefined) return sink.write(event);
      refuse(event, why);
      return Promise.resolve();
    },
  };
}
