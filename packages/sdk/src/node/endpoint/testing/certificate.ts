import { Buffer } from "node:buffer";
import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { isIP, isIPv4 } from "node:net";

/** A certificate that is its own issuer, and its key, both in PEM. */
export interface SelfSigned {
  readonly cert: string;
  readonly key: string;
}

/**
 * Makes a certificate of version 3 for these DNS names and addresses (RFC 5280): Node can read certificates, not write
 * them. The little DER that is needed stands below.
 */
export function selfSigned(
  names: readonly string[],
  keys = generateKeyPairSync("ec", { namedCurve: "P-256" }),
): SelfSigned {
  const ecdsaWithSha256 = sequence(oid("1.2.840.10045.4.3.2"));
  const name = sequence(set(sequence(oid("2.5.4.3"), utf8("plugwright test"))));
  const hour = 3_600_000;
  const validity = sequence(time(Date.now() - hour), time(Date.now() + 24 * hour));
  const altNames = sequence(...names.map(altName));
  const extensions = names.length === 0 ? [] : [explicit(3, sequence(sequence(oid("2.5.29.17"), octets(altNames))))];
  const body = sequence(
    explicit(0, integer(2)),
    integer(1),
    ecdsaWithSha256,
    name,
    validity,
    name,
    keys.publicKey.export({ type: "spki", format: "der" }),
    ...extensions,
  );
  const signature = sign("sha256", body, keys.privateKey);
  return { cert: pem(sequence(body, ecdsaWithSha256, bits(signature))), key: keyPem(keys.privateKey) };
}

function keyPem(key: KeyObject): string {
  return String(key.export({ type: "pkcs8", format: "pem" }));
}

function pem(der: Buffer): string {
  const lines = der.toString("base64").match(/.{1,64}/g) ?? [];
  return ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n");
}

/** DER: a tag, the length, the content. */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const head = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.of(tag, ...head), content]);
}

const sequence = (...parts: readonly Uint8Array[]): Buffer => der(0x30, ...parts);
const set = (...parts: readonly Uint8Array[]): Buffer => der(0x31, ...parts);
const explicit = (number: number, ...parts: readonly Uint8Array[]): Buffer => der(0xa0 + number, ...parts);
const integer = (value: number): Buffer => der(0x02, Buffer.of(value));
const octets = (content: Uint8Array): Buffer => der(0x04, content);
const bits = (content: Uint8Array): Buffer => der(0x03, Buffer.of(0), content);
const utf8 = (text: string): Buffer => der(0x0c, Buffer.from(text));
/** UTCTime: YYMMDDHHMMSSZ. */
const time = (ms: number): Buffer =>
  der(0x17, Buffer.from(`${new Date(ms).toISOString().replace(/^..|[-:T]|\.\d+/g, "")}`));

function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number);
  const base128 = (value: number): number[] => {
    const digits = [value & 127];
    for (let left = value >> 7; left > 0; left >>= 7) digits.unshift((left & 127) | 128);
    return digits;
  };
  return der(0x06, Buffer.of(first * 40 + second, ...rest.flatMap(base128)));
}

/** A GeneralName: dNSName or iPAddress. */
function altName(name: string): Buffer {
  if (isIP(name) === 0) return der(0x82, Buffer.from(name));
  if (isIPv4(name)) return der(0x87, Buffer.from(name.split(".").map(Number)));
  if (name !== "::1") throw new Error("this writes no other IPv6 address");
  return der(0x87, Buffer.from([...Array(15).fill(0), 1]));
}
