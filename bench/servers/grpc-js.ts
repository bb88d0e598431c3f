// grpc-js as it comes, with the messages of protobuf-es.
import { fromBinary, toBinary } from "@bufbuild/protobuf";
import { Server, ServerCredentials, type ServerWritableStream } from "@grpc/grpc-js";
import {
  type InvokeRequest,
  InvokeRequestSchema,
  type InvokeResponse,
  InvokeResponseSchema,
} from "@plugwright/protocol/tool";
import { answersTo, invokePath } from "../support/messages.js";

const server = new Server({ "grpc.max_send_message_length": -1 });
server.addService(
  {
    invoke: {
      path: invokePath,
      requestStream: false,
      responseStream: true,
      requestSerialize: (message: InvokeRequest) => Buffer.from(toBinary(InvokeRequestSchema, message)),
      requestDeserialize: (bytes) => fromBinary(InvokeRequestSchema, bytes),
      responseSerialize: (message: InvokeResponse) => Buffer.from(toBinary(InvokeResponseSchema, message)),
      responseDeserialize: (bytes) => fromBinary(InvokeResponseSchema, bytes),
    },
  },
  {
    async invoke(call: ServerWritableStream<InvokeRequest, InvokeResponse>) {
      for (const message of answersTo(call.request)) {
        if (!call.write(message)) await new Promise((resolve) => call.once("drain", resolve));
      }
      call.end();
    },
  },
);
server.bindAsync(`unix:${process.argv[2]}`, ServerCredentials.createInsecure(), (error) => {
  if (error !== null) throw error;
  console.log("listening");
});
