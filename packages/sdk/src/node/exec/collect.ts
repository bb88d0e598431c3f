import type { Encoding } from "../../operation/program.js";
import type { Redactor } from "../../operation/redact.js";

/** The beginning of what a stream brought, as far as there was room, and how much more there was. */
export interface Collected {
  readonly bytes: Uint8Array;
  readonly dropped: number;
}

/** Collects at most `limit` bytes. */
export interface Collector {
  /** Copies: the caller may use its buffer again at once. */
  add(data: Uint8Array): void;
  collected(): Collected;
}

export function createCollector(limit: number): Collector {
  let buffer = new Uint8Array(0);
  let used = 0;
  let dropped = 0;
  return {
    add(data) {
      const part = data.subarray(0, Math.max(0, limit - used));
      dropped += data.length - part.length;
      if (used + part.length > buffer.length) {
        const bigger = new Uint8Array(Math.min(limit, Math.max(4096, buffer.length * 2, used + part.length)));
        bigger.set(buffer.subarray(0, used));
        buffer = bigger;
      }
      buffer.set(part, used);
      used += part.length;
    },
    collected: () => ({ bytes: buffer.subarray(0, used), dropped }),
  };
}

/**
 * What was cut, cut a little shorter: it ends with a whole character, and not with the beginning of a secret, which
 * nothing could recognise any more.
 */
export function trimmed({ bytes, dropped }: Collected, encoding: Encoding, redactor: Redactor): Collected {
  if (dropped === 0) return { bytes, dropped };
  const stream = redactor.stream();
  stream?.push(bytes.subarray(-longestSecret));
  const safe = bytes.subarray(0, bytes.length - (stream?.flush().length ?? 0));
  const kept = safe.subarray(0, wholeCharacters(safe, encoding));
  return { bytes: kept, dropped: dropped + bytes.length - kept.length };
}

/** More of the end than this is not looked at for a secret that was cut. */
const longestSecret = 16 * 1024;

/** How many of the bytes are whole characters. */
function wholeCharacters(bytes: Uint8Array, encoding: Encoding): number {
  const { length } = bytes;
  if (encoding === "utf16le") {
    const even = length - (length % 2);
    const high = bytes[even - 1] ?? 0;
    return high >= 0xd8 && high <= 0xdb ? even - 2 : even;
  }
  if (encoding !== "utf8") return length;
  for (let back = 1; back <= Math.min(3, length); back++) {
    const byte = bytes[length - back] ?? 0;
    if (byte < 0x80) break;
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? length - back : length;
  }
  return length;
}

/** The bytes as text, all decoded at once, with a mark where some are missing. */
export function textOf({ bytes, dropped }: Collected, encoding: Exclude<Encoding, "bytes">): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString(encoding);
  return dropped === 0 ? text : `${text}\n[… ${dropped} more bytes were cut]`;
}
