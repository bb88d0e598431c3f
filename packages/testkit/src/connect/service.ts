import { createClient, type Transport } from "@connectrpc/connect";
import type { ProducerRef, PromptExpansionSpec } from "@plugwright/protocol/common";
import type { ConfigSchema } from "@plugwright/protocol/config";
import type { RenderTree } from "@plugwright/protocol/render";
import { type SlashCommandEvent, SlashCommandService, type SlashCommandSpec } from "@plugwright/protocol/slashcommand";
import { type ToolEvent, type ToolSchema, ToolService } from "@plugwright/protocol/tool";
import type { JsonObject } from "@plugwright/sdk";
import type { Category } from "../source.js";

/** An event on the wire; both services have the same ones. */
export type WireEvent = ToolEvent["event"] | SlashCommandEvent["event"];

/** A call on the wire, whichever service it is for. */
export interface WireCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: JsonObject;
  readonly callContext: { readonly sessionId: string; readonly turnId: string; readonly workingDirectory: string };
}

/** What a provider declares. */
export interface Declared {
  readonly operations: readonly (ToolSchema | SlashCommandSpec)[];
  readonly prompts: readonly PromptExpansionSpec[];
  readonly config: ConfigSchema | undefined;
}

/** How one RPC is made. */
export interface RpcOptions {
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
}

/** The service of a provider, be it one of tools or of commands. Every function rejects with a ConnectError. */
export interface Service {
  readonly category: Category;
  describe(): Promise<ProducerRef | undefined>;
  declared(): Promise<Declared>;
  configure(config: JsonObject): Promise<void>;
  preview(call: WireCall, options: RpcOptions): Promise<RenderTree | undefined>;
  /** The events as they come; `undefined` for a message without one. */
  invoke(call: WireCall, options: RpcOptions): AsyncIterable<WireEvent | undefined>;
}

export function serviceOf(category: Category, transport: Transport): Service {
  return category === "tool" ? toolService(transport) : commandService(transport);
}

function toolService(transport: Transport): Service {
  const client = createClient(ToolService, transport);
  const wire = ({ name, ...call }: WireCall) => ({ call: { ...call, toolName: name } });
  return {
    category: "tool",
    describe: async () => (await client.describe({})).producer,
    async declared() {
      const { tools, slashCommands, configSchema } = await client.getSchema({});
      return { operations: tools, prompts: slashCommands, config: configSchema };
    },
    configure: async (config) => void (await client.configure({ config })),
    preview: async (call, options) => (await client.preview(wire(call), options)).preview,
    async *invoke(call, options) {
      for await (const { event } of client.invoke(wire(call), options)) yield event?.event;
    },
  };
}

function commandService(transport: Transport): Service {
  const client = createClient(SlashCommandService, transport);
  return {
    category: "slashcommand",
    describe: async () => (await client.describe({})).producer,
    async declared() {
      const { commands, configSchema } = await client.getCapabilities({});
      return { operations: commands, prompts: [], config: configSchema };
    },
    configure: async (config) => void (await client.configure({ config })),
    preview: async (call, options) => (await client.preview({ call }, options)).preview,
    async *invoke(call, options) {
      for await (const { event } of client.invoke({ call }, options)) yield event?.event;
    },
  };
}
