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
  const sessionManager = new Http2SessionManager(
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
