import { isIP, isIPv6 } from "node:net";
import type { Certificate } from "./certificate.js";
import { isLoopbackHost, withoutBrackets } from "./loopback.js";

/** The names under which an endpoint is called. */
export interface OwnHosts {
  /** Whether a request may be addressed to this host. In lower case; IPv6 addresses in brackets. */
  readonly includes: (host: string) => boolean;
  /** One of them, to be shown: the address that is listened on if that is one. */
  readonly shown: string;
}

/**
 * Tells the hosts of an endpoint: on a loopback address the names of this machine, with a certificate those that it is
 * made for, and what else is named.
 * @param address what is listened on
 * @throws Error in a sentence for what is no host name, and where there would be no host at all
 */
export function ownHosts(
  address: string,
  certificate: Certificate | undefined,
  hostNames: readonly string[] = [],
): OwnHosts {
  const local = isLoopbackHost(address);
  const named = hostNames.map(readHostName);
  const certified = certificate?.names ?? [];
  if (!local && named.length + certified.length === 0) {
    throw new Error(
      `cannot listen on ${address}: the certificate is made for no host (it has no subjectAltName). Say under which ` +
        "names clients call: hostNames, or --host-name.",
    );
  }
  const includes = (host: string): boolean =>
    (local && isLoopbackHost(host)) || named.includes(canonical(host)) || (certificate?.covers(host) ?? false);
  const plain = certified.filter((name) => !name.includes("*"));
  return { includes, shown: [address, ...named, ...plain].find(includes) ?? address };
}

/** @throws Error for what no client would send as its host. */
function readHostName(given: string): string {
  const name = canonical(given.toLowerCase());
  const isName = /^[a-z0-9_]([a-z0-9._-]*[a-z0-9_])?$/.test(name) && !name.includes("..");
  if (isIP(name) !== 0 || isName) return name;
  throw new Error(
    `${JSON.stringify(given)} is no host name: write it without scheme, port and wildcard, such as "tools.example" or "192.0.2.7".`,
  );
}

/** One way to write each host: an IPv6 address has many. */
function canonical(host: string): string {
  const name = withoutBrackets(host);
  return isIPv6(name) ? withoutBrackets(new URL(`http://[${name}]`).hostname) : name;
}
