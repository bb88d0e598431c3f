import { Buffer } from "node:buffer";

/** As much of DER (X.690) as a certificate of our own needs. */
export const der = {
  sequence: (...parts: readonly Buffer[]) => element(0x30, ...parts),
  set: (...parts: readonly Buffer[]) => element(0x31, ...parts),
  /** `[number]`, constructed. */
  tagged: (number: number, ...parts: readonly Buffer[]) => element(0xa0 | number, ...parts),
  /** `[number]`, with a text inside. */
  taggedText: (number: number, text: string) => element(0x80 | number, Buffer.from(text, "ascii")),
  true: () => element(0x01, Buffer.of(0xff)),
  /** Not negative: a first bit that is set gets a zero byte in front. */
  integer: (bytes: Buffer) => element(0x02, ...((bytes[0] ?? 0) & 0x80 ? [Buffer.of(0)] : []), bytes),
  bits: (bytes: Buffer, unused = 0) => element(0x03, Buffer.of(unused), bytes),
  octets: (bytes: Buffer) => element(0x04, bytes),
  utf8: (text: string) => element(0x0c, Buffer.from(text, "utf8")),
  oid: (dotted: string) => element(0x06, Buffer.from(oidBytes(dotted))),
  time: (date: Date) => time(date),
};

function element(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.of(tag), lengthOf(content.length), content]);
}

function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.of(length);
  if (length < 0x100) return Buffer.of(0x81, length);
  return Buffer.of(0x82, length >> 8, length & 0xff);
}

function oidBytes(dotted: string): number[] {
  const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number);
  return [first * 40 + second, ...rest.flatMap(base128)];
}

/** Seven bits to a byte, the highest first; all but the last have bit eight set. */
function base128(value: number): number[] {
  const bytes = [value & 0x7f];
  for (let rest = value >> 7; rest > 0; rest >>= 7) bytes.unshift((rest & 0x7f) | 0x80);
  return bytes;
}

/** Years from 2050 on have four digits, earlier ones two (RFC 5280, section 4.1.2.5). */
function time(date: Date): Buffer {
  const digits = date.toISOString().replace(/[-T:]|\.\d+/g, "");
  return date.getUTCFullYear() < 2050
    ? element(0x17, Buffer.from(digits.slice(2), "ascii"))
    : element(0x18, Buffer.from(digits, "ascii"));
}
