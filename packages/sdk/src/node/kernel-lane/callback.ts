import { create } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { type Client, createClient, type Transport } from "@connectrpc/connect";
import { EventKind, KernelCallbackService } from "@plugwright/protocol/kernel";
import { LogEntrySchema, type LogEntry as WireLogEntry, LogLevel as WireLogLevel } from "@plugwright/protocol/log";
import type { Kernel, LogEntry, LogLevel } from "../../kernel/client.js";
import { boundText } from "../../operation/text.js";
import type { SendBatch } from "./log-batches.js";

/** The broker's number under which the kernel serves its callbacks. */
const callbackId = 1;

/** Connects to what the kernel serves for this plugin. Rejects when it has not told within `timeoutMs` where. */
export type Dial = (id: number, timeoutMs: number) => Promise<{ readonly transport: Transport }>;

/** How long the kernel may take to tell where it serves, in milliseconds. */
const patience = 5000;
/** A kernel that has kept silent for so long is not waited for again: it is looked whether it has told meanwhile. */
const glance = 10;

/** What the kernel does for its plugins. */
export interface Callback {
  readonly kernel: Kernel;
  readonly sendLog: SendBatch;
}

/** Dials at the first use: the kernel tells where it listens only after it has connected. */
export function createCallback(dial: Dial): Callback {
  let connecting: Promise<Client<typeof KernelCallbackService>> | undefined;
  let timeoutMs = patience;
  const client = (): Promise<Client<typeof KernelCallbackService>> => {
    connecting ??= dial(callbackId, timeoutMs).then(
      ({ transport }) => createClient(KernelCallbackService, transport),
      (error: unknown) => {
        connecting = undefined;
        timeoutMs = glance;
        throw error;
      },
    );
    return connecting;
  };
  return {
    kernel: Object.freeze<Kernel>({
      connected: true,
      async emit({ kind, schemaVersion, payload, sessionId }) {
        if (sessionId === undefined) {
          throw new Error("call.kernel.emit: outside of a call with a session the event's sessionId must be given");
        }
        const { id, sequence } = await (await client()).emit({
          kind: eventKind(kind),
          schemaVersion,
          payload,
          sessionId,
        });
        return { id, sequence };
      },
      async countTokens(text) {
        const { count, exact } = await (await client()).countTokens({
          content: [{ block: { case: "text", value: { text } } }],
        });
        return { count: Number(count), exact };
      },
      async getConfig() {
        return (await (await client()).getConfig({})).config ?? {};
      },
    }),
    async sendLog(sessionId, entries) {
      const session = sessionId === undefined ? {} : { sessionId };
      await (await client()).log({ ...session, entries: entries.map(wireEntry) });
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
