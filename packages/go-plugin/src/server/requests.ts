import type { ServerHttp2Stream } from "node:http2";
import { type DescMessage, fromBinary, type Message } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import { type Frame, frameReader, unpacked } from "./messages.js";
import { cancelled } from "./status.js";

/**
 * Five hundred objects of a Struct in each other, which take two levels each. The default is good for 49. At twice as
 * many the stack may be full.
 */
const recursionLimit = 1000;

/** The messages of a request, each when it is asked for. */
export async function* messagesOf(
  stream: ServerHttp2Stream,
  encoding: unknown,
  input: DescMessage,
  most: number,
): AsyncGenerator<Message> {
  const known = knownEncoding(encoding);
  const reader = frameReader(most);
  // Destroyed, the stream could not answer.
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    for (const frame of reader.push(chunk)) yield decode(input, await unpacked(frame, known, most));
  }
  reader.end();
}

/**
 * The message of a request that has one. Read without an iterator, which would take longer than all the rest of a call.
 * @throws ConnectError (unimplemented) if there are none or more.
 */
export async function onlyMessageOf(
  stream: ServerHttp2Stream,
  encoding: unknown,
  input: DescMessage,
  most: number,
): Promise<Message> {
  const known = knownEncoding(encoding);
  const [frame, ...others] = await framesOf(stream, most);
  if (frame === undefined) throw new ConnectError("this method takes one message, and got none", Code.Unimplemented);
  if (others.length > 0) throw new ConnectError("this method takes one message, and got more", Code.Unimplemented);
  return decode(input, await unpacked(frame, known, most));
}

function framesOf(stream: ServerHttp2Stream, most: number): Promise<readonly Frame[]> {
  return new Promise((resolve, reject) => {
    const reader = frameReader(most);
    const frames: Frame[] = [];
    const attempt = (step: () => void) => {
      try {
        step();
      } catch (error) {
        // Nothing is kept of what follows.
        stream.off("data", onData);
        reject(error);
      }
    };
    const onData = (chunk: Buffer) => attempt(() => frames.push(...reader.push(chunk)));
    stream.on("data", onData);
    stream.once("end", () =>
      attempt(() => {
        reader.end();
        resolve(frames);
      }),
    );
    // It comes after "end" as well, where it says nothing: no error is made for every call there is.
    stream.once("close", () => {
      if (!stream.readableEnded) reject(cancelled());
    });
  });
}

function knownEncoding(encoding: unknown): "gzip" | undefined {
  if (encoding === undefined || encoding === "identity") return undefined;
  if (encoding === "gzip") return encoding;
  throw new ConnectError(`messages in ${String(encoding)} are not understood: gzip is`, Code.Unimplemented);
}

function decode(input: DescMessage, bytes: Uint8Array): Message {
  try {
    return fromBinary(input, bytes, { recursionLimit });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConnectError(`the message is no ${input.typeName}: ${reason}`, Code.Internal);
  }
}
