// As little as gRPC can be on Node's HTTP/2: no deadlines, no limits, no errors, no compression. A ceiling, not a rival.
import { createServer, type ServerHttp2Stream } from "node:http2";
import { fromBinary, toBinary } from "@bufbuild/protobuf";
import { InvokeRequestSchema, type InvokeResponse, InvokeResponseSchema } from "@plugwright/protocol/tool";
import { answersTo } from "../support/messages.js";

const prefix = 5;

function frameOf(message: InvokeResponse): Buffer {
  const bytes = toBinary(InvokeResponseSchema, message);
  const frame = Buffer.allocUnsafe(prefix + bytes.length);
  frame[0] = 0;
  frame.writeUInt32BE(bytes.length, 1);
  frame.set(bytes, prefix);
  return frame;
}

async function answer(stream: ServerHttp2Stream, body: Buffer): Promise<void> {
  stream.respond({ ":status": 200, "content-type": "application/grpc" }, { waitForTrailers: true });
  stream.once("wantTrailers", () => stream.sendTrailers({ "grpc-status": "0" }));
  for (const message of answersTo(fromBinary(InvokeRequestSchema, body.subarray(prefix)))) {
    if (!stream.write(frameOf(message))) await new Promise((resolve) => stream.once("drain", resolve));
  }
  stream.end();
}

const server = createServer();
server.on("stream", (stream) => {
  const pieces: Buffer[] = [];
  stream.on("data", (piece: Buffer) => pieces.push(piece));
  stream.once("end", () => void answer(stream, Buffer.concat(pieces)));
});
server.listen(process.argv[2], () => console.log("listening"));
