import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { toJson } from "@bufbuild/protobuf";
import { Code, ConnectError, createClient } from "@connectrpc/connect";
import { type BrokerServeOptions, type LogLine, launchPlugin } from "@plugwright/go-plugin/host";
import { ErrorInfoSchema } from "@plugwright/protocol/rpc";
import { ToolErrorSchema, ToolEventSchema, ToolService } from "@plugwright/protocol/tool";
import type { JsonObject } from "@plugwright/sdk";
import { runtimeContract } from "@plugwright/sdk/host";
import { buildGo } from "../../../../interop/driver/build.js";

/** The plugin in Go, launched, in a directory of its own. */
export type GoTools = Awaited<ReturnType<typeof launchGoTools>>;

export interface InvokeOptions {
  readonly id?: string;
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: unknown) => void;
}

export async function launchGoTools() {
  const directory = await realpath(await mkdtemp(join(tmpdir(), "go-tools-")));
  const log: LogLine[] = [];
  const plugin = await launchPlugin({
    command: await buildGo("tools"),
    ...runtimeContract,
    onLog: (line) => log.push(line),
  });
  const client = createClient(ToolService, plugin.transport);
  const callOf = (toolName: string, args: JsonObject, id = "call-1") => ({
    id,
    toolName,
    arguments: args,
    callContext: { sessionId: "session-1", turnId: "turn-1", workingDirectory: directory },
  });

  return {
    directory,
    log,
    client,
    preview: (name: string, args: JsonObject = {}) => client.preview({ call: callOf(name, args) }),
    serve: (routes: BrokerServeOptions["routes"]) => plugin.broker.serve(runtimeContract.callbackId, { routes }),
    /** Every event of a call as JSON, in order. `onEvent` hears of each as it comes. */
    async invoke(name: string, args: JsonObject = {}, { id, signal, onEvent }: InvokeOptions = {}): Promise<unknown[]> {
      const events: unknown[] = [];
      for await (const { event } of client.invoke({ call: callOf(name, args, id) }, signal ? { signal } : {})) {
        const json = event && toJson(ToolEventSchema, event);
        events.push(json);
        onEvent?.(json);
      }
      return events;
    },
    async close() {
      const { graceful } = await plugin.kill();
      await rm(directory, { recursive: true });
      return graceful;
    },
  };
}

/** What a status says: its code, text, the names of its details in order, and what they tell. */
export async function statusOf(answer: Promise<unknown>): Promise<unknown> {
  const error = ConnectError.from(
    await answer.then(
      () => "it succeeded",
      (reason: unknown) => reason,
    ),
  );
  return {
    code: Code[error.code],
    text: error.rawMessage,
    details: error.details.map((detail) => ("type" in detail ? detail.type : detail.desc.typeName)),
    info: error.findDetails(ErrorInfoSchema).map((info) => toJson(ErrorInfoSchema, info)),
    error: error.findDetails(ToolErrorSchema).map((told) => toJson(ToolErrorSchema, told)),
  };
}
