import { X509Certificate } from "node:crypto";
import { createCertificate } from "./certificate.js";

/** One side of a connection on which both have certificates that they made for the occasion. */
export interface TlsIdentity {
  /** The own key and certificate in PEM. */
  readonly key: string;
  readonly cert: string;
  /** The same certificate in DER. */
  readonly der: Uint8Array;
  /** The certificate of the other side in PEM: the only one that is trusted. */
  readonly ca: string;
}

/**
 * Makes a key and a certificate to meet the other side with.
 * @throws Error when `ca` is no certificate in PEM.
 */
export function createIdentity(ca: string): TlsIdentity {
  return { ...createCertificate(), ca: new X509Certificate(ca).toString() };
}
