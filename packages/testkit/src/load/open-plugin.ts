import { operationKey } from "@plugwright/sdk";
import { embed } from "@plugwright/sdk/host";
import { memoryTransport } from "../connect/memory-transport.js";
import type { PluginSource } from "../source.js";
import type { Opened, Surroundings } from "./opened.js";

/** Opens a plugin in this process. */
export function openPlugin({ plugin, category }: PluginSource, { clock, callbacks, log, late }: Surroundings): Opened {
  const { tools, commands, prompts } = plugin;
  const chosen = category ?? (tools.length + prompts.length > 0 ? "tool" : "slashcommand");
  const { routes, close } = embed(plugin, {
    category: chosen,
    clock,
    kernel: memoryTransport(callbacks, clock),
    log: ({ level, message, fields }) => {
      const { session_id: session } = fields;
      log({ level, message, fields, by: "callback", ...(typeof session === "string" && { sessionId: session }) });
    },
    onLateEvent(message) {
      late(message);
      throw new Error(message);
    },
  });
  const operations = chosen === "tool" ? tools : commands;
  const spawning = new Set(operations.filter((of) => of[operationKey].spawns).map(({ name }) => name));
  return {
    transport: memoryTransport(routes, clock),
    category: chosen,
    spawns: (name) => (spawning.has(name) ? "may" : false),
    heardAfterCancel: true,
    exited: undefined,
    close,
  };
}
