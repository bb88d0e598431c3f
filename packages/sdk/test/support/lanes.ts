import { fromJson, type JsonValue } from "@bufbuild/protobuf";
import { ConnectError } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";
import { afterAll, beforeAll, describe } from "@jest/globals";
import { type InvokeResponse, InvokeResponseSchema } from "@plugwright/protocol/tool";
import type { JsonObject, LogEntry, Plugin } from "@plugwright/sdk";
import { listen } from "@plugwright/sdk/node";
import { describeWithGo } from "../../../../interop/driver/go.js";
import { startGoHost } from "../../../../interop/driver/go-host.js";
import { bundleFixture } from "../kernel-lane/bundle.js";
import { kernelLog, launchOptions, toolRpc } from "../kernel-lane/setup.js";
import { type SeenEvent, seen, toolClient } from "./clients.js";
import { type Direct, directOf, toolCall } from "./in-process.js";

/** A plugin, and the module that exports it as `plugin`. */
export interface PluginSource {
  readonly plugin: Plugin;
  readonly module: URL;
}

/** A way between a caller and a plugin. */
export interface Lane {
  /** Serves a plugin for the tests of the group in which this is called. */
  serve(source: PluginSource): ServedPlugin;
}

/** A plugin whose tools are called over a lane. */
export interface ServedPlugin {
  /** Resolves when the call is over. Rejects with a ConnectError when it failed as an RPC. */
  call(name: string, args?: JsonObject, options?: LaneCallOptions): Promise<Direct>;
  /** What it has logged, as far as it is known here. */
  log(): readonly LaneLogEntry[];
}

export interface LaneLogEntry {
  readonly level: string;
  readonly message: string;
  readonly fields: unknown;
}

export interface LaneCallOptions {
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  readonly workingDirectory?: string;
}

/** Runs the tests on both lanes: over the endpoint, and in a process that the real go-plugin host has launched. */
export async function onEachLane(what: string, tests: (lane: Lane) => void): Promise<void> {
  describe(`${what}, over the endpoint`, () => tests({ serve: serveOverEndpoint }));
  await describeWithGo(`${what}, under the real host`, () => tests({ serve: serveUnderHost }));
}

/** The last event of a call, as a client sees it, which must be its only terminal one. */
export function lastOf({ last, names }: Direct): SeenEvent {
  if (!/^[^re]*[re]$/.test(names)) throw new Error(`expected one terminal event at the end, got ${names || "nothing"}`);
  return seen(last);
}

function serveOverEndpoint({ plugin }: PluginSource): ServedPlugin {
  const log: LogEntry[] = [];
  let client: ReturnType<typeof toolClient>;
  let close: () => Promise<void>;
  beforeAll(async () => {
    const listening = await listen(plugin, { token: false, log: (entry) => log.push(entry) });
    client = toolClient(createGrpcTransport({ baseUrl: listening.url }));
    close = listening.close;
  });
  afterAll(() => close());
  return {
    log: () => log,
    async call(name, args, { workingDirectory, ...options } = {}) {
      const responses: InvokeResponse[] = [];
      const request = { call: toolCall(name, args, workingDirectory) };
      for await (const response of client.invoke(request, options)) responses.push(response);
      return directOf(responses);
    },
  };
}

function serveUnderHost({ module }: PluginSource): ServedPlugin {
  let plugin: Awaited<ReturnType<typeof launch>>;
  beforeAll(async () => {
    plugin = await launch(module);
  }, 300_000);
  afterAll(() => plugin.close());
  return {
    log: () => kernelLog(plugin.launched),
    async call(name, args, { signal, timeoutMs, workingDirectory } = {}) {
      const running = plugin.launched.start({
        method: toolRpc("Invoke"),
        messages: [{ call: toolCall(name, args, workingDirectory) }],
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
      });
      const cancel = () => void running.cancel();
      signal?.addEventListener("abort", cancel);
      const { code, text, messages } = await running.ended;
      signal?.removeEventListener("abort", cancel);
      if (code !== "OK") throw new ConnectError(`${code}: ${text}`);
      return directOf(messages.map((message) => fromJson(InvokeResponseSchema, message as JsonValue)));
    },
  };
}

async function launch(module: URL) {
  const [bundle, host] = await Promise.all([bundleFixture({ module }), startGoHost()]);
  const launched = await host.launch(launchOptions(bundle.path));
  await launched.serve(1);
  return {
    launched,
    async close() {
      await launched.kill();
      await host.close();
      bundle.remove();
    },
  };
}
