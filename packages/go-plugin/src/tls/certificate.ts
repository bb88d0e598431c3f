import { Buffer } from "node:buffer";
import { generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { der } from "./der.js";

/** A key and a certificate that it signs itself. */
export interface OwnCertificate {
  /** In PEM. */
  readonly key: string;
  readonly cert: string;
  /** The certificate in DER. */
  readonly der: Uint8Array;
}

const minute = 60_000;
const year = 365 * 24 * 60 * minute;

// The host expects this name, whatever the address.
const host = "localhost";
const ecdsaWithSha256 = () => der.sequence(der.oid("1.2.840.10045.4.3.2"));

/**
 * Makes an ECDSA key (P-256) and a certificate for "localhost" that holds for as long as a plugin may run, and that
 * either side of a connection can show.
 */
export function createCertificate(now = new Date()): OwnCertificate {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const name = der.sequence(der.set(der.sequence(der.oid("2.5.4.3"), der.utf8(host))));
  const body = der.sequence(
    der.tagged(0, der.integer(Buffer.of(2))),
    der.integer(serialNumber()),
    ecdsaWithSha256(),
    name,
    // Two clocks are never the same.
    der.sequence(der.time(new Date(now.getTime() - minute)), der.time(new Date(now.getTime() + 30 * year))),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der.tagged(3, extensions()),
  );
  const certificate = der.sequence(body, ecdsaWithSha256(), der.bits(sign("sha256", body, privateKey)));
  const base64 = certificate.toString("base64").replace(/.{64}/g, "$&\n").trimEnd();
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`,
    der: certificate,
  };
}

/** Positive, and without zero bytes in front, which DER forbids. */
function serialNumber(): Buffer {
  const bytes = randomBytes(16);
  bytes.writeUInt8((bytes.readUInt8(0) & 0x7f) | 0x40, 0);
  return bytes;
}

/** RFC 5280, section 4.2.1. */
function extensions(): Buffer {
  const critical = (oid: string, value: Buffer) => der.sequence(der.oid(oid), der.true(), der.octets(value));
  const plain = (oid: string, value: Buffer) => der.sequence(der.oid(oid), der.octets(value));
  return der.sequence(
    // basicConstraints: the certificate is its own authority.
    critical("2.5.29.19", der.sequence(der.true())),
    // keyUsage: digitalSignature and keyCertSign.
    critical("2.5.29.15", der.bits(Buffer.of(0x84), 2)),
    // extKeyUsage: serverAuth and clientAuth.
    plain("2.5.29.37", der.sequence(der.oid("1.3.6.1.5.5.7.3.1"), der.oid("1.3.6.1.5.5.7.3.2"))),
    // subjectAltName: a DNS name.
    plain("2.5.29.17", der.sequence(der.taggedText(2, host))),
  );
}
