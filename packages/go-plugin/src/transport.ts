import { connect as connectNet, type NetConnectOpts } from "node:net";
import type { Duplex } from "node:stream";
import { connect as connectTls } from "node:tls";
import type { Interceptor, Transport } from "@connectrpc/connect";
import { createGrpcTransport, Http2SessionManager } from "@connectrpc/connect-node";
import type { Address } from "./handshake/line.js";
import type { TlsIdentity } from "./tls/identity.js";

/** A connection over which services of the other side are called. It is opened at the first call. */
export interface Connection {
  /** For `createClient`. Connects again by itself after the connection was lost. */
  readonly transport: Transport;
  /** Closes the connection; calls that are running fail. */
  readonly close: () => void;
}

export interface ConnectionOptions {
  /** Asked whenever a connection is opened. */
  readonly address: () => Address;
  readonly tls: TlsIdentity | undefined;
  readonly interceptors?: Interceptor[] | undefined;
}

const mebibyte = 1024 * 1024;

export function openConnection({ address, tls, interceptors = [] }: ConnectionOptions): Connection {
  const baseUrl = tls === undefined ? "http://localhost" : "https://localhost";
  const sessionManager = new Sessions(
    baseUrl,
    {},
    {
      createConnection: () => connectTo(address(), tls),
      maxSessionMemory: 1024,
      settings: { initialWindowSize: mebibyte },
    },
  );
  return {
    transport: createGrpcTransport({ baseUrl, sessionManager, interceptors }),
    close: () => sessionManager.abort(),
  };
}

/**
 * A server that says goodbye (GOAWAY), as those in Go do before they stop, has the manager destroy the session with an
 * error. Where another call comes first, the manager no longer listens when that error is told, and it would end the
 * process: somebody must listen for as long as the session lives.
 */
class Sessions extends Http2SessionManager {
  readonly #heard = new WeakSet<object>();

  override async request(...args: Parameters<Http2SessionManager["request"]>) {
    const stream = await super.request(...args);
    const { session } = stream;
    if (session !== undefined && !this.#heard.has(session)) {
      this.#heard.add(session);
      session.on("error", () => {});
    }
    return stream;
  }
}

function connectTo({ network, address }: Address, tls: TlsIdentity | undefined): Duplex {
  const target: NetConnectOpts = network === "unix" ? { path: address } : portOf(address);
  if (tls === undefined) return connectNet(target);
  const { key, cert, ca } = tls;
  // The certificates are for this name, whatever the address.
  return connectTls({
    ...target,
    key,
    cert,
    ca,
    servername: "localhost",
    ALPNProtocols: ["h2"],
    minVersion: "TLSv1.2",
  });
}

function portOf(address: string): { host: string; port: number } {
  const [, host = "", port] = /^\[?(.*?)\]?:(\d+)$/.exec(address) ?? [];
  return { host, port: Number(port) };
}
