import type { Server } from "node:net";
import { isLoopbackHost } from "./loopback.js";

/** Where an endpoint listens. An IPv6 address without brackets. */
export interface Address {
  readonly host: string;
  /** 0 before listening: any free port. */
  readonly port: number;
}

/**
 * Checks what the caller asks for.
 * @throws Error for an address other people's machines could reach, and for a port that is none.
 */
export function chooseAddress(host = "127.0.0.1", port = 0): Address {
  if (!isLoopbackHost(host)) throw notLoopback(host);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Error(`cannot listen on port ${port}: a port is a whole number from 0 (any free port) to 65535.`);
  }
  return { host: host.replace(/^\[(.*)\]$/, "$1").toLowerCase(), port };
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
  if (bound === null || typeof bound === "string" || !isLoopbackHost(bound.address)) {
    // "localhost" is what the machine's resolver says.
    server.close();
    throw notLoopback(`${address.host} (${typeof bound === "object" ? bound?.address : bound})`);
  }
  return { host: address.host, port: bound.port };
}

/** The address as the authority of a URL. */
export function authorityOf({ host, port }: Address): string {
  return host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
}

function notLoopback(host: string): Error {
  return new Error(
    `cannot listen on ${host}: the endpoint only serves loopback addresses (127.0.0.1, ::1 or localhost), which no other ` +
      "machine can reach.",
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
