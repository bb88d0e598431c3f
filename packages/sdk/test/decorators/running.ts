import { create } from "@bufbuild/protobuf";
import { InvokeRequestSchema as InvokeCommandSchema } from "@plugwright/protocol/slashcommand";
import { ConfigureRequestSchema, InvokeRequestSchema, PreviewRequestSchema } from "@plugwright/protocol/tool";
import { createRuntime, definePlugin, type JsonObject, type LogEntry, type Plugin } from "@plugwright/sdk";
import { nodePlatform } from "../../src/node/platform.js";

export const id = { name: "files", version: "1.0.0", source: "github.com/acme/files" };

/** As authors in JavaScript call it: with anything. */
export const defineAnything = definePlugin as unknown as (options: object) => Plugin;

/** The lines of the error that `definePlugin` throws, without its headline. */
export function faultsOf(options: object): string[] {
  try {
    defineAnything({ ...id, ...options });
  } catch (error) {
    return String(error).split("\n").slice(1);
  }
  throw new Error("nothing was thrown");
}

const caller = { signal: new AbortController().signal, dueAt: undefined };

interface WireEvent {
  readonly case?: string | undefined;
  readonly value?: unknown;
}

/** Runs a plugin in this process. What must succeed throws its error as JSON when it does not. */
export function run(plugin: Plugin) {
  const log: LogEntry[] = [];
  const platform = nodePlatform({ strays: "own rejections", log: (entry) => log.push(entry) });
  const { tools, commands, close } = createRuntime(plugin, { platform });

  const payloadOf = (events: readonly (WireEvent | undefined)[]): JsonObject => {
    const last = events.at(-1);
    if (last?.case !== "result") throw new Error(JSON.stringify(last));
    return (last.value as { readonly payload: JsonObject }).payload;
  };
  return {
    log: () => log.map(({ message }) => message),
    close,
    /** Resolves with what went wrong, if anything did. */
    async configure(config: JsonObject): Promise<string | undefined> {
      const answer = await tools?.configure(create(ConfigureRequestSchema, { config }), caller.signal);
      return answer?.ok === false ? answer.message : undefined;
    },
    /** The payload with which a call of a tool ends. */
    async tool(toolName: string, args: JsonObject = {}): Promise<JsonObject> {
      const events: (WireEvent | undefined)[] = [];
      const request = create(InvokeRequestSchema, { call: { id: "1", toolName, arguments: args } });
      await tools?.invoke(request, { ...caller, write: async ({ event }) => void events.push(event?.event) });
      return payloadOf(events);
    },
    /** The payload with which a call of a command ends. */
    async command(name: string, args: JsonObject = {}): Promise<JsonObject> {
      const events: (WireEvent | undefined)[] = [];
      const request = create(InvokeCommandSchema, { call: { id: "1", name, arguments: args } });
      await commands?.invoke(request, { ...caller, write: async ({ event }) => void events.push(event?.event) });
      return payloadOf(events);
    },
    /** What a tool's preview shows: the text of its root. */
    async preview(toolName: string, args: JsonObject = {}): Promise<unknown> {
      const request = create(PreviewRequestSchema, { call: { id: "1", toolName, arguments: args } });
      const answer = await tools?.preview(request, caller);
      return answer?.ok === true ? answer.value.preview?.root?.node.value : answer;
    },
  };
}
