import { createPrivateKey, X509Certificate } from "node:crypto";
import { isIP } from "node:net";
import { createSecureContext } from "node:tls";
import { withoutBrackets } from "./loopback.js";

/** What an endpoint identifies itself with. */
export interface TlsOptions {
  /** A certificate in PEM, and after it those that lead from it to one that clients know. */
  readonly cert: string | Uint8Array;
  /** Its private key in PEM, without a passphrase. */
  readonly key: string | Uint8Array;
}

/** A certificate that was read. */
export interface Certificate {
  readonly cert: Buffer;
  readonly key: Buffer;
  /** The names and addresses it is made for (its subjectAltName), those with a wildcard among them. */
  readonly names: readonly string[];
  /** Whether it is made for this host. IPv6 addresses with or without brackets. */
  readonly covers: (host: string) => boolean;
}

/**
 * Reads a certificate and its key.
 * @throws Error in a sentence when one of them cannot be read, or they do not belong together. The text shows neither.
 */
export function readCertificate(options: TlsOptions): Certificate {
  const [cert, key] = [Buffer.from(options.cert), Buffer.from(options.key)];
  const certificate = attempt("the certificate cannot be read", () => new X509Certificate(cert));
  const privateKey = attempt("the private key cannot be read: it must be in PEM, without a passphrase", () =>
    createPrivateKey(key),
  );
  if (!certificate.checkPrivateKey(privateKey)) throw new Error("the private key does not belong to the certificate.");
  attempt("the certificate and its key cannot be used", () => createSecureContext({ cert, key }));
  return {
    cert,
    key,
    names: namesOf(certificate),
    covers(host) {
      const name = withoutBrackets(host);
      if (isIP(name) !== 0) return certificate.checkIP(name) !== undefined;
      // OpenSSL would take ".example" for whatever ends in it. Clients have stopped looking at the subject.
      return !name.startsWith(".") && certificate.checkHost(name, { subject: "never" }) !== undefined;
    },
  };
}

function namesOf({ subjectAltName = "" }: X509Certificate): string[] {
  return [...subjectAltName.matchAll(/(?:DNS|IP Address):([^\s,"]+)(?=,|$)/g)].map(([, name = ""]) => name);
}

function attempt<T>(what: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw new Error(`${what} (${cause instanceof Error ? cause.message : String(cause)}).`, { cause });
  }
}
