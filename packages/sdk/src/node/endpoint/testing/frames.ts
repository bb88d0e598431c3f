import { Buffer } from "node:buffer";

/** What an HTTP/2 client says first: the preface and empty SETTINGS. */
export const clientHello = Buffer.concat([
  Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
  frame(4, 0, 0, Buffer.alloc(0)),
]);

/** One received frame. */
export interface Frame {
  readonly type: "DATA" | "HEADERS" | "RST_STREAM" | "SETTINGS" | "GOAWAY" | "other";
  readonly endsStream: boolean;
  readonly stream: number;
  readonly payload: Buffer;
}

/** Header fields, sent as they are: no compression, no checks. */
export type Fields = readonly (readonly [string, Buffer | string])[];

/** A gRPC request with an empty message. */
export function grpcRequest(stream: number, path: string, fields: Fields): Buffer {
  const all: Fields = [
    [":method", "POST"],
    [":scheme", "http"],
    [":path", path],
    ...fields,
    ["content-type", "application/grpc"],
  ];
  return Buffer.concat([frame(1, 0x4, stream, headerBlock(all)), frame(0, 0x1, stream, Buffer.alloc(5))]);
}

/** The payload of a HEADERS frame. */
export function headerBlock(fields: Fields): Buffer {
  return Buffer.concat(fields.flatMap(([name, value]) => [Buffer.of(0), text(name), text(value)]));
}

/** The whole frames at the start of `bytes`. */
export function framesIn(bytes: Buffer): Frame[] {
  const frames: Frame[] = [];
  for (let rest = bytes; rest.length >= 9; ) {
    const length = rest.readUIntBE(0, 3);
    if (rest.length < 9 + length) break;
    frames.push({
      type: typeOf(rest[3]),
      endsStream: (rest.readUInt8(4) & 0x1) !== 0,
      stream: rest.readUInt32BE(5),
      payload: rest.subarray(9, 9 + length),
    });
    rest = rest.subarray(9 + length);
  }
  return frames;
}

function typeOf(type: number | undefined): Frame["type"] {
  const names: Record<number, Frame["type"]> = { 0: "DATA", 1: "HEADERS", 3: "RST_STREAM", 4: "SETTINGS", 7: "GOAWAY" };
  return names[type ?? -1] ?? "other";
}

/** One frame. */
export function frame(type: number, flags: number, stream: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/** A string literal of HPACK: length with a 7-bit prefix, then the bytes. (RFC 7541, 5.1 and 5.2) */
function text(value: Buffer | string): Buffer {
  const bytes = Buffer.from(value);
  if (bytes.length < 127) return Buffer.concat([Buffer.of(bytes.length), bytes]);
  const head = [127];
  let rest = bytes.length - 127;
  for (; rest >= 128; rest >>= 7) head.push((rest & 127) | 128);
  return Buffer.concat([Buffer.from([...head, rest]), bytes]);
}
