import type { TlsIdentity } from "../tls/identity.js";
import { StartError } from "./start-error.js";

/**
 * What to serve TLS with, if the host has given its certificate; `undefined` if it has not.
 * @throws StartError when it is none: serving without TLS then would be worse than not to serve.
 */
export async function chooseIdentity(hostCertificate: string | undefined): Promise<TlsIdentity | undefined> {
  if (!hostCertificate) return undefined;
  // Takes time that other plugins need not spend before the handshake.
  const { createIdentity } = await import("../tls/identity.js");
  try {
    return createIdentity(hostCertificate);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StartError(`PLUGIN_CLIENT_CERT is no certificate that TLS can be served to: ${reason}`, { cause });
  }
}
