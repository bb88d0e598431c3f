import { connect, type OutgoingHttpHeaders } from "node:http2";
import { connect as connectNet } from "node:net";

/** A message as gRPC sends it. */
export function frame(bytes: Uint8Array, flags = 0): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt8(flags, 0);
  head.writeUInt32BE(bytes.length, 1);
  return Buffer.concat([head, bytes]);
}

/** What came back. */
export interface Answer {
  readonly status: number | undefined;
  readonly grpcStatus: unknown;
  readonly text: string;
  readonly body: Buffer;
}

/** What a request as it stands is answered with. The pieces of its body are sent one by one. */
export async function rawCall(
  socketPath: string,
  headers: OutgoingHttpHeaders,
  ...body: readonly Uint8Array[]
): Promise<Answer> {
  const session = connect("http://localhost", { createConnection: () => connectNet(socketPath) });
  const stream = session.request({
    ":method": "POST",
    "content-type": "application/grpc",
    te: "trailers",
    ...headers,
  });
  let seen: Record<string, unknown> = {};
  const pieces: Buffer[] = [];
  for (const event of ["response", "trailers"]) {
    stream.on(event, (fields: object) => {
      seen = { ...seen, ...fields };
    });
  }
  stream.on("data", (piece: Buffer) => pieces.push(piece));
  stream.on("error", () => {});
  const closed = new Promise((resolve) => stream.once("close", resolve));
  for (const piece of body) {
    stream.write(piece);
    await new Promise((resolve) => setImmediate(resolve));
  }
  stream.end();
  await closed;
  session.destroy();
  return {
    status: Number(seen[":status"]),
    grpcStatus: seen["grpc-status"],
    text: decodeURIComponent(String(seen["grpc-message"] ?? "")),
    body: Buffer.concat(pieces),
  };
}
