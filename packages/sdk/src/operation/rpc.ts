import type { CallContext } from "@plugwright/protocol/common";
import type { JsonObject } from "../schema/types.js";
import type { CallRequest } from "./environment.js";
import type { CallEvent, EventSink } from "./events.js";

/** How a lane reaches the caller of one RPC. */
export interface Caller<Response> {
  /** Aborts with a reason made by `abortReason`. */
  readonly signal: AbortSignal;
  /** When the caller's deadline is, in milliseconds since the epoch: the time before its call is run counts as well. */
  readonly dueAt: number | undefined;
  /** Resolves when the caller has room for the next response; rejects when it is gone. */
  readonly write: (response: Response) => Promise<void>;
  /** As in `EventSink`, of responses. */
  readonly keepsNothing?: boolean;
}

/** What ToolCall and SlashCommandCall have in common. */
export interface WireCall {
  readonly id: string;
  readonly arguments?: JsonObject | undefined;
  readonly callContext?: CallContext | undefined;
}

/** The call as the core knows it: an empty string of the wire is an absent one. */
export function callRequest(call: WireCall | undefined): CallRequest {
  const context = call?.callContext;
  return {
    id: call?.id ?? "",
    arguments: call?.arguments,
    sessionId: context?.sessionId || undefined,
    turnId: context?.turnId || undefined,
    workingDirectory: context?.workingDirectory || undefined,
  };
}

/** Writes events to a caller, each in the envelope of its RPC. */
export function eventSink<Response>(caller: Caller<Response>, envelope: (event: CallEvent) => Response): EventSink {
  const { keepsNothing = false } = caller;
  return { keepsNothing, write: (event) => caller.write(envelope(event)) };
}
