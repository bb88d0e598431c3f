import { once } from "node:events";
import { request } from "node:http";
import { type ClientHttp2Session, connect } from "node:http2";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { create, type JsonObject, toBinary } from "@bufbuild/protobuf";
import { InvokeRequestSchema } from "@plugwright/protocol/tool";

/** A call whose answer is read as bytes: no decoding stands between the reader and the socket. */
export interface RawCall {
  /** What comes back; nothing is read before somebody asks. */
  readonly body: Readable;
  /** Ends the connection. */
  readonly close: () => void;
}

/** The protocols, by the names that tests show. */
export const protocols = {
  "Connect over HTTP/1.1": { version: 1, type: "application/connect+proto" },
  "Connect over HTTP/2": { version: 2, type: "application/connect+proto" },
  gRPC: { version: 2, type: "application/grpc" },
  "gRPC-Web": { version: 1, type: "application/grpc-web+proto" },
} as const;
export type ProtocolName = keyof typeof protocols;
export const protocolNames: readonly ProtocolName[] = [
  "Connect over HTTP/1.1",
  "Connect over HTTP/2",
  "gRPC",
  "gRPC-Web",
];

const path = "/pluggableharness.tool.v1.ToolService/Invoke";

/** Calls a tool. `window` is how many bytes an HTTP/2 client lets a stream send unread. */
export async function callRaw(
  url: string,
  protocol: ProtocolName,
  tool: string,
  args: JsonObject,
  window = 64 * 1024,
): Promise<RawCall> {
  const { version, type } = protocols[protocol];
  if (version === 2) {
    const session = await openSession(url, window);
    return { body: callOn(session, tool, args, type), close: () => session.destroy() };
  }
  const sent = request(url + path, { method: "POST", agent: false, headers: { "content-type": type } });
  sent.on("error", () => {});
  sent.end(enveloped(tool, args));
  const [body] = await once(sent, "response");
  return { body, close: () => sent.destroy() };
}

/** Opens an HTTP/2 connection. */
export async function openSession(url: string, window = 64 * 1024): Promise<ClientHttp2Session> {
  const session = connect(url, { settings: { initialWindowSize: window } });
  session.on("error", () => {});
  await once(session, "connect");
  session.setLocalWindowSize(Math.max(4 * window, 64 * 1024));
  return session;
}

/** Calls a tool on a connection that is open. */
export function callOn(
  session: ClientHttp2Session,
  tool: string,
  args: JsonObject,
  type = protocols.gRPC.type as string,
) {
  const stream = session.request({ ":method": "POST", ":path": path, "content-type": type, te: "trailers" });
  stream.on("error", () => {});
  stream.end(enveloped(tool, args));
  return stream;
}

/** Reads all there is, as fast as it comes. Resolves with the number of bytes. */
export async function drain(body: Readable): Promise<number> {
  let bytes = 0;
  body.on("data", (chunk: Uint8Array) => {
    bytes += chunk.length;
  });
  await once(body, "end");
  return bytes;
}

/** Reads `perSecond` bytes a second for `ms` milliseconds, by the clock, and then stops. Resolves with the number of bytes. */
export async function readSlowly(body: Readable, perSecond: number, ms: number): Promise<number> {
  const started = performance.now();
  let bytes = 0;
  while (performance.now() - started < ms) {
    const due = ((performance.now() - started) / 1000) * perSecond;
    while (bytes < due) {
      const chunk: Uint8Array | null = body.read();
      if (chunk === null) break;
      bytes += chunk.length;
    }
    await sleep(20);
  }
  return bytes;
}

function enveloped(tool: string, args: JsonObject): Buffer {
  const call = { id: "call-1", toolName: tool, arguments: args };
  const message = toBinary(InvokeRequestSchema, create(InvokeRequestSchema, { call }));
  const head = Buffer.alloc(5);
  head.writeUInt32BE(message.length, 1);
  return Buffer.concat([head, message]);
}
