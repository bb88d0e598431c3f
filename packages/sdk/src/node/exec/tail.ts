import type { Redactor } from "../../operation/redact.js";

/** The last of what a stream brought. */
export interface Tail {
  add(data: Uint8Array): void;
  /** At most {@link tailLimit} bytes of text, without secrets. */
  text(redactor: Redactor): string;
}

/** Bytes of stderr that an error carries. */
export const tailLimit = 4096;

// More is kept than shown: a secret that begins before the part that is shown must be recognised as one.
const kept = 4 * tailLimit;

export function createTail(): Tail {
  const buffer = Buffer.alloc(2 * kept);
  let used = 0;
  return {
    add(data) {
      const part = data.subarray(-kept);
      if (used + part.length > buffer.length) {
        buffer.copyWithin(0, used - kept, used);
        used = kept;
      }
      buffer.set(part, used);
      used += part.length;
    },
    text(redactor) {
      const bytes = Buffer.from(redactor.text(buffer.toString("utf8", Math.max(0, used - kept), used)));
      let from = Math.max(0, bytes.length - tailLimit);
      // Not from within a character.
      while (from > 0 && ((bytes[from] ?? 0) & 0xc0) === 0x80) from++;
      return bytes.toString("utf8", from);
    },
  };
}
