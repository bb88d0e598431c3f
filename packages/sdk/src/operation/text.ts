import { wellFormed } from "../schema/text.js";

const encoder = new TextEncoder();

/** Bytes of an error's text or a progress message that go on the wire at most. */
const textLimit = 2048;

const mark = " … [cut]";

/** The text, cut to `limit` bytes of UTF-8 with a mark where something was left out. Lone surrogates are replaced. */
export function boundText(raw: string, limit: number = textLimit): string {
  const text = wellFormed(raw);
  // A UTF-16 unit is at most three bytes: short texts need no counting.
  if (text.length * 3 <= limit) return text;
  const room = new Uint8Array(limit);
  if (encoder.encodeInto(text, room).read === text.length) return text;
  const kept = encoder.encodeInto(text, room.subarray(0, limit - encoder.encode(mark).length)).read;
  return text.slice(0, kept) + mark;
}
