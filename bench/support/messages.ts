import { create, toBinary } from "@bufbuild/protobuf";
import {
  type InvokeRequest,
  InvokeRequestSchema,
  type InvokeResponse,
  InvokeResponseSchema,
  OutputStream,
} from "@plugwright/protocol/tool";

export const invokePath = "/pluggableharness.tool.v1.ToolService/Invoke";

/** One piece of what a server writes for its tool `pour`. */
export const chunk = new Uint8Array(64 * 1024).fill(120);

/** What a server without an SDK answers: a result, and for `pour` as many pieces before it as are asked for. */
export function* answersTo({ call }: InvokeRequest): Generator<InvokeResponse> {
  const count = call?.toolName === "pour" ? Number(call.arguments?.["chunks"]) : 0;
  for (let index = 0; index < count; index++) yield pieceOf();
  yield resultOf();
}

export function resultOf(): InvokeResponse {
  return create(InvokeResponseSchema, { event: { event: { case: "result", value: { payload: { text: "hello" } } } } });
}

export function pieceOf(): InvokeResponse {
  return create(InvokeResponseSchema, {
    event: { event: { case: "outputChunk", value: { stream: OutputStream.STDOUT, data: chunk } } },
  });
}

/** A call as a kernel sends it, on the wire. */
export function requestOf(toolName: string, args: Record<string, string | number>): Uint8Array {
  const callContext = { sessionId: "session-1", turnId: "turn-1", workingDirectory: "/" };
  const call = { id: "1", toolName, arguments: args, callContext };
  return toBinary(InvokeRequestSchema, create(InvokeRequestSchema, { call }));
}
