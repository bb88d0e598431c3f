import type { CallOptions } from "@connectrpc/connect";
import type { SlashCommandEvent } from "@plugwright/protocol/slashcommand";
import type { ToolEvent } from "@plugwright/protocol/tool";
import type { Clients } from "./clients.js";

/** One event of a call: `case` says which, `value` is its message. Tools and commands send the same ones. */
export type CallEvent = Exclude<(ToolEvent | SlashCommandEvent)["event"], { case: undefined }>;

/** What is called, with which arguments. */
export interface Invocation {
  readonly name: string;
  readonly args: { readonly [key: string]: string | number | boolean | string[] };
  /** What the kernel tells of a session; a tool resolves relative paths against it. */
  readonly workingDirectory?: string | undefined;
  /** The kernel gives every call an id. */
  readonly id?: string | undefined;
}

export type InvokeOptions = Pick<CallOptions, "signal" | "timeoutMs">;

/** Calls a tool. The events come as they are sent; throws a ConnectError when the RPC itself fails. */
export async function* invokeTool({ tools }: Clients, call: Invocation, options?: InvokeOptions) {
  const { name: toolName, ...rest } = call;
  for await (const { event } of tools.invoke({ call: { toolName, ...wire(rest) } }, options))
    yield* eventOf(event?.event);
}

/** Calls a slash command, as {@link invokeTool} does a tool. */
export async function* invokeCommand({ commands }: Clients, call: Invocation, options?: InvokeOptions) {
  const { name, ...rest } = call;
  for await (const { event } of commands.invoke({ call: { name, ...wire(rest) } }, options))
    yield* eventOf(event?.event);
}

function wire({ id = "call-1", args, workingDirectory = "" }: Omit<Invocation, "name">) {
  return { id, arguments: { ...args }, callContext: { sessionId: "session-1", turnId: "turn-1", workingDirectory } };
}

function* eventOf(event: (ToolEvent | SlashCommandEvent)["event"] | undefined): Generator<CallEvent, void, void> {
  if (event === undefined || event.case === undefined) throw new Error("the plugin sent a message without an event");
  yield event;
}
