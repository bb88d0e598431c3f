import type { JsonObject, JsonValue } from "./types.js";

/**
 * The number of bytes that the value takes when encoded as a `google.protobuf.Struct`, without encoding it.
 * For values as `normalise` makes them: it walks every level, and does not look for circles.
 */
export function structSize(value: JsonObject): number {
  let size = 0;
  for (const [key, member] of Object.entries(value)) {
    // fields = 1, a map: an entry of key = 1 and value = 2
    size += delimited(delimited(utf8Length(key)) + delimited(valueSize(member)));
  }
  return size;
}

// google.protobuf.Value: one of null_value = 1, number_value = 2, string_value = 3, bool_value = 4, struct_value = 5,
// list_value = 6. Every field number up to 15 takes a tag of one byte.
function valueSize(value: JsonValue): number {
  if (value === null || typeof value === "boolean") return 2;
  if (typeof value === "number") return 9;
  if (typeof value === "string") return delimited(utf8Length(value));
  return delimited(Array.isArray(value) ? listSize(value) : structSize(value));
}

// google.protobuf.ListValue: values = 1, repeated
function listSize(list: readonly JsonValue[]): number {
  let size = 0;
  for (const item of list) size += delimited(valueSize(item));
  return size;
}

/** A tag, the length as a varint, and that many bytes. */
function delimited(length: number): number {
  let bytes = 2 + length;
  for (let rest = length; rest > 127; rest = Math.floor(rest / 128)) bytes++;
  return bytes;
}

function utf8Length(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code < 0x80) continue;
    bytes += code < 0x800 ? 1 : 2;
    // A pair is four bytes for its two units; half of one is encoded as U+FFFD, which is three.
    if (code >= 0xd800 && code <= 0xdbff && isLow(text.charCodeAt(index + 1))) index++;
  }
  return bytes;
}

function isLow(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}
