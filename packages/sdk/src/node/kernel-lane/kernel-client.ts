import { create } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { createClient, type Transport } from "@connectrpc/connect";
import { EventKind, KernelCallbackService } from "@plugwright/protocol/kernel";
import { LogEntrySchema, type LogEntry as WireLogEntry, LogLevel as WireLogLevel } from "@plugwright/protocol/log";
import type { Kernel, LogEntry, LogLevel } from "../../kernel/client.js";
import { boundText } from "../../operation/text.js";
import type { SendBatch } from "./log-batches.js";

/** What the kernel does for its plugins, over an open connection. */
export interface KernelClient extends Pick<Kernel, "countTokens" | "emit" | "getConfig"> {
  readonly sendLog: SendBatch;
}

export function kernelClient(transport: Transport): KernelClient {
  const client = createClient(KernelCallbackService, transport);
  return {
    async emit({ kind, schemaVersion, payload, sessionId = "" }) {
      const { id, sequence } = await client.emit({ kind: eventKind(kind), schemaVersion, payload, sessionId });
      return { id, sequence };
    },
    async countTokens(text) {
      const { count, exact } = await client.countTokens({ content: [{ block: { case: "text", value: { text } } }] });
      return { count: Number(count), exact };
    },
    async getConfig() {
      return (await client.getConfig({})).config ?? {};
    },
    async sendLog(sessionId, entries) {
      const session = sessionId === undefined ? {} : { sessionId };
      await client.log({ ...session, entries: entries.map(wireEntry) });
    },
  };
}

const kinds: ReadonlyMap<string, EventKind> = new Map(
  Object.entries(EventKind).flatMap(([name, number]) =>
    typeof number === "number" && number !== EventKind.UNSPECIFIED ? [[name.toLowerCase(), number] as const] : [],
  ),
);

function eventKind(kind: string): EventKind {
  const number = kinds.get(kind);
  if (number === undefined) {
    throw new TypeError(
      `call.kernel.emit: ${JSON.stringify(kind)} is no kind of event; use one of ${[...kinds.keys()].join(", ")}`,
    );
  }
  return number;
}

const levels: Readonly<Record<LogLevel, WireLogLevel>> = {
  debug: WireLogLevel.DEBUG,
  info: WireLogLevel.INFO,
  warn: WireLogLevel.WARN,
  error: WireLogLevel.ERROR,
};

/** The kernel's server takes messages of a few MiB: one line of a log must not come near that. */
const longestMessage = 64 * 1024;

function wireEntry({ level, message, fields, time }: LogEntry): WireLogEntry {
  // The session stands on the batch.
  const { session_id: _, ...own } = fields;
  return create(LogEntrySchema, {
    level: levels[level],
    message: boundText(message === "" ? "(empty)" : message, longestMessage),
    fields: own,
    time: timestampFromDate(time),
  });
}
