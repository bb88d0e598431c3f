import { create } from "@bufbuild/protobuf";
import { InvokeRequestSchema, type InvokeResponse } from "@plugwright/protocol/tool";
import { createRuntime, type JsonObject, type LogEntry, type Plugin, type Runtime } from "@plugwright/sdk";
import { nodePlatform } from "../../src/node/platform.js";

/** A plugin called without a socket. */
export interface InProcess {
  readonly runtime: Runtime;
  readonly log: readonly LogEntry[];
  call(name: string, args?: JsonObject, options?: DirectOptions): Promise<Direct>;
}

export interface DirectOptions {
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  readonly workingDirectory?: string;
  /** Runs for each event as it is written; the reader is slow while its promise is pending. */
  readonly onEvent?: (name: string) => Promise<void> | void;
}

type Event = NonNullable<InvokeResponse["event"]>["event"];

/** What a call wrote. */
export interface Direct {
  readonly events: readonly Event[];
  readonly names: string;
  readonly last: Event | undefined;
}

const letters: Readonly<Record<string, string>> = {
  outputChunk: "o",
  progress: "p",
  partialResult: "a",
  exitStatus: "x",
  result: "r",
  error: "e",
};

export function inProcess(plugin: Plugin, options: { messageLimit?: number } = {}): InProcess {
  const log: LogEntry[] = [];
  const platform = nodePlatform({ strays: "own rejections", log: (entry) => log.push(entry) });
  const runtime = createRuntime(plugin, { platform, ...options });
  return {
    runtime,
    log,
    async call(name, args, { signal, timeoutMs, workingDirectory, onEvent } = {}) {
      const responses: InvokeResponse[] = [];
      const call = toolCall(name, args, workingDirectory);
      await runtime.tools?.invoke(create(InvokeRequestSchema, { call }), {
        signal: signal ?? new AbortController().signal,
        dueAt: timeoutMs === undefined ? undefined : Date.now() + timeoutMs,
        async write(response) {
          responses.push(response);
          await onEvent?.(response.event?.event.case ?? "");
        },
      });
      return directOf(responses);
    },
  };
}

/** A call of a tool, as a request has it. */
export function toolCall(toolName: string, args: JsonObject | undefined, workingDirectory: string | undefined) {
  return {
    id: "call-1",
    toolName,
    ...(args === undefined ? {} : { arguments: args }),
    ...(workingDirectory === undefined ? {} : { callContext: { workingDirectory } }),
  };
}

/** @throws Error when there is a response without an event. */
export function directOf(responses: readonly InvokeResponse[]): Direct {
  const events = responses.map(({ event }) => {
    if (event?.event.case === undefined) throw new Error("an event without a case");
    return event.event;
  });
  return {
    events,
    names: events.map((event) => letters[event.case ?? ""] ?? "?").join(""),
    last: events.at(-1),
  };
}
