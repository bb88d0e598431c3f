import { Agent } from "node:http";
import { type Client, createClient, type Transport } from "@connectrpc/connect";
import {
  createConnectTransport,
  createGrpcTransport,
  createGrpcWebTransport,
  Http2SessionManager,
} from "@connectrpc/connect-node";
import { SlashCommandService } from "@plugwright/protocol/slashcommand";
import { ToolService } from "@plugwright/protocol/tool";
import type { JsonObject } from "@plugwright/sdk";

/** A client, and what makes it vanish without a word. */
export interface TestClient {
  readonly transport: Transport;
  vanish(): void;
}

/** The four ways in which the endpoint must be callable. */
export const clientKinds: Readonly<Record<string, (baseUrl: string) => TestClient>> = {
  "Connect over HTTP/1.1": (baseUrl) =>
    overHttp1((nodeOptions) => createConnectTransport({ baseUrl, httpVersion: "1.1", nodeOptions })),
  "Connect over HTTP/2": (baseUrl) =>
    overHttp2(baseUrl, (sessionManager) => createConnectTransport({ baseUrl, httpVersion: "2", sessionManager })),
  gRPC: (baseUrl) => overHttp2(baseUrl, (sessionManager) => createGrpcTransport({ baseUrl, sessionManager })),
  "gRPC-Web": (baseUrl) =>
    overHttp1((nodeOptions) => createGrpcWebTransport({ baseUrl, httpVersion: "1.1", nodeOptions })),
};

function overHttp1(transport: (nodeOptions: { agent: Agent }) => Transport): TestClient {
  const agent = new Agent({ keepAlive: true });
  return { transport: transport({ agent }), vanish: () => agent.destroy() };
}

function overHttp2(baseUrl: string, transport: (manager: Http2SessionManager) => Transport): TestClient {
  const manager = new Http2SessionManager(baseUrl);
  return { transport: transport(manager), vanish: () => manager.abort() };
}

export interface Context {
  readonly sessionId?: string;
  readonly turnId?: string;
  readonly workingDirectory?: string;
}

export interface InvokeOptions {
  readonly signal?: AbortSignal;
  /** Told to the server, and not kept by the client itself: on a busy machine that would be the first to give up. */
  readonly timeoutMs?: number;
  readonly context?: Context;
  readonly id?: string;
}

/** An event as a client sees it, with the name that the specification gives it. */
export interface SeenEvent {
  readonly name: string;
  readonly text: string;
  readonly payload?: JsonObject | undefined;
  readonly category?: number | undefined;
  readonly details?: JsonObject | undefined;
  readonly fraction?: number | undefined;
  readonly stream?: number | undefined;
  readonly exit?: { readonly code: unknown; readonly signal: unknown } | undefined;
  readonly data?: Uint8Array | undefined;
  readonly retryable?: boolean | undefined;
}

/** One of the two services, called the same way. */
export interface Caller {
  invoke(name: string, args?: JsonObject, options?: InvokeOptions): AsyncIterable<SeenEvent>;
}

const names: Readonly<Record<string, string>> = {
  outputChunk: "output_chunk",
  progress: "progress",
  partialResult: "partial_result",
  exitStatus: "exit_status",
  result: "result",
  error: "error",
};

/** An event of either service. */
export interface WireEvent {
  readonly case?: string | undefined;
  readonly value?: unknown;
}

export function seen(event: WireEvent | undefined): SeenEvent {
  const value = (event?.value ?? {}) as Record<string, unknown>;
  const data = value["data"] as Uint8Array | undefined;
  return {
    name: names[event?.case ?? ""] ?? "nothing",
    text: data === undefined ? String(value["message"] ?? "") : new TextDecoder().decode(data),
    payload: value["payload"] as JsonObject | undefined,
    category: value["category"] as number | undefined,
    details: value["details"] as JsonObject | undefined,
    fraction: value["fractionComplete"] as number | undefined,
    stream: value["stream"] as number | undefined,
    exit: event?.case === "exitStatus" ? { code: value["exitCode"], signal: value["signal"] } : undefined,
    retryable: value["retryable"] as boolean | undefined,
    data,
  };
}

function callOf(args: JsonObject | undefined, { id = "call-1", context }: InvokeOptions) {
  return {
    id,
    ...(args === undefined ? {} : { arguments: args }),
    ...(context === undefined ? {} : { callContext: context }),
  };
}

function optionsOf({ signal, timeoutMs }: InvokeOptions) {
  const headers = { "connect-timeout-ms": `${timeoutMs}`, "grpc-timeout": `${timeoutMs}m` };
  return { ...(signal === undefined ? {} : { signal }), ...(timeoutMs === undefined ? {} : { headers }) };
}

export const toolClient = (transport: Transport): Client<typeof ToolService> => createClient(ToolService, transport);
export const commandClient = (transport: Transport): Client<typeof SlashCommandService> =>
  createClient(SlashCommandService, transport);

/** Both services by the name under which tests are listed. */
export const services: Readonly<Record<string, (transport: Transport) => Caller>> = {
  ToolService: (transport) => ({
    async *invoke(name, args, options = {}) {
      const call = { ...callOf(args, options), toolName: name };
      for await (const { event } of toolClient(transport).invoke({ call }, optionsOf(options)))
        yield seen(event?.event);
    },
  }),
  SlashCommandService: (transport) => ({
    async *invoke(name, args, options = {}) {
      const call = { ...callOf(args, options), name };
      for await (const { event } of commandClient(transport).invoke({ call }, optionsOf(options)))
        yield seen(event?.event);
    },
  }),
};

/** All events of a call. */
export async function collect(events: AsyncIterable<SeenEvent>): Promise<SeenEvent[]> {
  const all: SeenEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

/** The last event of a call, which must be its only terminal one. */
export async function terminal(events: AsyncIterable<SeenEvent>): Promise<SeenEvent> {
  const all = await collect(events);
  const terminals = all.filter(({ name }) => name === "result" || name === "error");
  const last = all.at(-1);
  if (last === undefined || terminals.length !== 1 || terminals[0] !== last) {
    throw new Error(
      `expected one terminal event at the end, got ${all.map(({ name }) => name).join(", ") || "nothing"}`,
    );
  }
  return last;
}
