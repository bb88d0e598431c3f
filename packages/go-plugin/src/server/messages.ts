import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { Code, ConnectError } from "@connectrpc/connect";

/** What stands before each message: one byte that says whether it is compressed, four of its length. */
const prefix = 5;

/** A message as it came. */
export interface Frame {
  readonly compressed: boolean;
  readonly bytes: Uint8Array;
}

/** Cuts what comes in into messages. */
export interface FrameReader {
  /**
   * The messages that are whole with these bytes.
   * @throws ConnectError (resource_exhausted) as soon as a message says that it is too large, (internal) for no message.
   */
  push(chunk: Buffer): readonly Frame[];
  /** @throws ConnectError (internal) if a message has begun and is not whole. */
  end(): void;
}

/** @param most the largest message, in bytes */
export function frameReader(most: number): FrameReader {
  let chunks: Buffer[] = [];
  let size = 0;
  /** How many bytes it takes to go on. */
  let wanted = prefix;
  /** The bytes so far, in one piece: only when there are enough of them, as a large message comes in many chunks. */
  const joined = (): Buffer => {
    const [first] = chunks;
    const whole = chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks, size);
    chunks = [whole];
    return whole;
  };
  return {
    push(chunk) {
      chunks.push(chunk);
      size += chunk.length;
      const frames: Frame[] = [];
      while (size >= wanted) {
        const whole = joined();
        const flags = whole.readUInt8(0);
        const length = whole.readUInt32BE(1);
        if (flags > 1) throw new ConnectError(`a message has flags that gRPC does not know: ${flags}`, Code.Internal);
        if (length > most) throw tooLarge("read", length, most);
        wanted = prefix + length;
        if (size < wanted) break;
        frames.push({ compressed: flags === 1, bytes: whole.subarray(prefix, wanted) });
        chunks = [whole.subarray(wanted)];
        size -= wanted;
        wanted = prefix;
      }
      return frames;
    },
    end() {
      if (size > 0) throw new ConnectError("the request ends within a message", Code.Internal);
    },
  };
}

const unzip = promisify<Uint8Array, { maxOutputLength: number }, Buffer>(gunzip);

/**
 * The bytes of a message, unpacked if need be.
 * @param encoding of the request's messages, as its header names it
 * @param most the largest message, in bytes
 */
export async function unpacked(
  { compressed, bytes }: Frame,
  encoding: string | undefined,
  most: number,
): Promise<Uint8Array> {
  if (!compressed) return bytes;
  if (encoding !== "gzip") throw new ConnectError("a message is compressed, and no header says how", Code.Internal);
  try {
    return await unzip(bytes, { maxOutputLength: most });
  } catch (error) {
    const { code }: { readonly code?: unknown } = typeof error === "object" && error !== null ? error : {};
    if (code === "ERR_BUFFER_TOO_LARGE") throw tooLarge("read", undefined, most);
    throw new ConnectError("a message cannot be unpacked", Code.InvalidArgument);
  }
}

/** From so many bytes on, a second piece to write costs less than a copy. */
const large = 8 * 1024;

/**
 * A message as gRPC sends it, in one piece or two.
 * @throws ConnectError (resource_exhausted) if it is larger than `most` bytes.
 */
export function frameOf(bytes: Uint8Array, most: number): readonly Uint8Array[] {
  if (bytes.length > most) throw tooLarge("write", bytes.length, most);
  const copied = bytes.length < large ? bytes : new Uint8Array();
  const head = Buffer.allocUnsafe(prefix + copied.length);
  head.writeUInt8(0, 0);
  head.writeUInt32BE(bytes.length, 1);
  head.set(copied, prefix);
  return copied === bytes ? [head] : [head, bytes];
}

function tooLarge(what: "read" | "write", size: number | undefined, most: number): ConnectError {
  const told = size === undefined ? "unpacked" : `of ${size} bytes`;
  const limit = `${what}MaxBytes ${most}`;
  return new ConnectError(`the message ${told} is larger than the limit: ${limit}`, Code.ResourceExhausted);
}
