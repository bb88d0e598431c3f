import { constants, type IncomingHttpHeaders, type ServerHttp2Stream } from "node:http2";
import { Code } from "@connectrpc/connect";
import { answerCall, type Limits } from "./call.js";
import type { Calls } from "./calls.js";
import { responseOn } from "./response.js";
import type { ServedMethod } from "./router.js";
import type { Status } from "./status.js";

/** Answers a stream of node:http2. */
export type StreamListener = (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => void;

const unknown: Status = {
  code: Code.Unimplemented,
  rawMessage: "this plugin does not serve that",
  details: [],
  metadata: [],
};

export interface FrontOptions {
  readonly methods: ReadonlyMap<string, ServedMethod>;
  readonly limits: Limits;
  readonly calls: Calls;
  readonly isBackground: (path: string) => boolean;
}

/** Finds the method of each request, and answers what is none. No request can end the process. */
export function front({ methods, limits, calls, isBackground }: FrontOptions): StreamListener {
  const answer: StreamListener = (stream, headers) => {
    if (headers[":method"] !== "POST") return refuse(stream, 405);
    if (!/^application\/grpc(?:\+proto)?(?:;|$)/i.test(headers["content-type"] ?? "")) return refuse(stream, 415);
    const path = headers[":path"]?.split("?", 1)[0] ?? "";
    const served = methods.get(path);
    if (served === undefined) {
      // Known at once and without anything to load: a host asks all of its plugins what only one of them is.
      responseOn(stream).end(unknown);
      return;
    }
    const call = answerCall(stream, headers, served, limits);
    stream.once("close", calls.enter(call, !isBackground(path)));
  };
  return (stream, headers) => {
    stream.on("error", () => {});
    try {
      answer(stream, headers);
    } catch {
      stream.close(constants.NGHTTP2_INTERNAL_ERROR);
    }
  };
}

/** For what is no gRPC, with the status of HTTP. */
function refuse(stream: ServerHttp2Stream, status: number): void {
  stream.resume();
  stream.respond({ ":status": status }, { endStream: true });
}
