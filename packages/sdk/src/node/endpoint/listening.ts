import type { Server } from "node:net";
import { isLoopbackHost, withoutBrackets } from "./loopback.js";

/** Where an endpoint listens. An IPv6 address without brackets. */
export interface Address {
  readonly host: string;
  /** 0 before listening: any free port. */
  readonly port: number;
}

/** What keeps strangers from an endpoint. */
export interface Protection {
  readonly tls: boolean;
  readonly token: boolean;
}

/**
 * Checks what the caller asks for.
 * @throws Error for an address that other people's machines could reach without TLS or without a token, and for a port
 * that is none.
 */
export function chooseAddress({ tls, token }: Protection, host = "127.0.0.1", port = 0): Address {
  if (!/^[A-Za-z0-9._:[\]%-]+$/.test(host))
    throw new Error(`cannot listen on ${JSON.stringify(host)}: it is no address.`);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Error(`cannot listen on port ${port}: a port is a whole number from 0 (any free port) to 65535.`);
  }
  if (!isLoopbackHost(host)) {
    if (!tls) throw unprotected(host, "without TLS: give a certificate and its key (tls, or --tls-cert and --tls-key)");
    if (!token) throw unprotected(host, "without a token: leave it out to have one generated, or give one");
  }
  return { host: withoutBrackets(host).toLowerCase(), port };
}

/**
 * Starts listening and returns the address with the port in it.
 * @throws Error in a sentence that names the address; the error of Node is its `cause`.
 */
export async function listenOn(server: Server, address: Address): Promise<Address> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (cause) => reject(cannotListen(address, cause)));
    server.listen(address, resolve);
  });
  const bound = server.address();
  const reached = bound === null || typeof bound === "string" ? undefined : bound;
  if (reached === undefined || (isLoopbackHost(address.host) && !isLoopbackHost(reached.address))) {
    // "localhost" is what the machine's resolver says.
    server.close();
    throw new Error(
      `cannot listen on ${address.host}: on this machine that is ${reached?.address ?? bound}, which is no loopback address.`,
    );
  }
  return { host: address.host, port: reached.port };
}

/** The address as the authority of a URL. */
export function authorityOf({ host, port }: Address): string {
  return host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
}

function unprotected(host: string, why: string): Error {
  return new Error(
    `cannot listen on ${host} ${why}. Only loopback addresses (127.0.0.1, ::1 or localhost), which no other machine can ` +
      "reach, go without.",
  );
}

function cannotListen(address: Address, cause: Error & { code?: string }): Error {
  return new Error(`cannot listen on ${authorityOf(address)}: ${reasonOf(cause)}`, { cause });
}

function reasonOf({ code, message }: Error & { code?: string }): string {
  if (code === "EADDRINUSE")
    return "the port is in use. Stop what uses it, or choose another port (0 means any free one).";
  if (code === "EACCES") return "this user may not open the port. Choose one above 1023 (0 means any free one).";
  if (code === "EADDRNOTAVAIL") return "this machine does not have that address. 127.0.0.1 is there nearly always.";
  return `${message}.`;
}
