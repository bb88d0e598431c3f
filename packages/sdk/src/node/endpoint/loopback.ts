import { isIPv4 } from "node:net";

/**
 * Whether a host name means this machine and cannot be made to mean another one: `localhost`, 127.0.0.0/8 or `::1`, with
 * or without brackets. Other spellings of these addresses (`127.1`, `[0:0:0:0:0:0:0:1]`) are nobody's default and refused.
 */
export function isLoopbackHost(hostname: string): boolean {
  const name = hostname.toLowerCase();
  return name === "localhost" || name === "::1" || name === "[::1]" || (isIPv4(name) && name.startsWith("127."));
}

/** The address within `[...]`, or the text itself. */
export function withoutBrackets(host: string): string {
  return host.replace(/^\[(.*)\]$/, "$1");
}
