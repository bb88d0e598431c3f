import type { Http2ServerRequest, Http2ServerResponse } from "node:http2";
import { Code, ConnectError } from "@connectrpc/connect";
import type { connectNodeAdapter } from "@connectrpc/connect-node";
import type { Calls } from "./calls.js";
import { clampTimeout } from "./timeout.js";

type Adapter = ReturnType<typeof connectNodeAdapter>;

/** Answers a request of node:http2. */
export type Http2Listener = (request: Http2ServerRequest, response: Http2ServerResponse) => void;

/**
 * Stands in front of the adapter of connect-node and keeps from it what it takes amiss. After this no request can end
 * the process, or leave a handler behind that nobody ever ends.
 */
export function front(adapter: Adapter, calls: Calls, isBackground: (path: string) => boolean): Http2Listener {
  return (request, response) => {
    for (const emitter of [request, response]) emitter.on("error", () => {});
    if (!isBackground(request.url)) response.once("close", calls.begin());
    neutralise(request);
    releaseWriter(response);
    try {
      adapter(request, response);
    } catch {
      answer(response, Code.InvalidArgument, "the request cannot be read");
    }
  };
}

/** Answers for a path under which nothing is served, at once and without anything to load. */
export const answerUnimplemented: Adapter = (request, response) => {
  request.resume();
  answer(response, Code.Unimplemented, "this plugin does not serve that");
};

function neutralise(request: Http2ServerRequest): void {
  // The adapter makes a URL of it, and throws where it cannot. Over a unix socket clients name the path of the socket,
  // its percent-encoded form, or anything else; nothing depends on it.
  Object.defineProperty(request, "authority", { value: "localhost" });
  const { "grpc-timeout": timeout } = request.headers;
  if (typeof timeout === "string") request.headers["grpc-timeout"] = clampTimeout(timeout);
}

/**
 * The adapter waits for 'drain' or 'error' when a client reads slowly. Neither comes when the client has gone, and what
 * is written afterwards may be swallowed in silence: then the handler would hang at its `yield` for ever, and its
 * `finally` never run.
 */
function releaseWriter(response: Http2ServerResponse): void {
  response.once("close", () => {
    // 'finish' says nothing: it comes before every 'close'.
    if (response.writableEnded) return;
    const cancelled = new ConnectError("the call was cancelled", Code.Aborted);
    response.write = (_chunk: unknown, ...rest: unknown[]) => {
      const callback = rest.at(-1);
      if (typeof callback === "function") process.nextTick(callback, cancelled);
      return false;
    };
    response.emit("error", cancelled);
  });
}

/** The status in the headers, which end the stream: gRPC calls that "trailers only". */
function answer(response: Parameters<Adapter>[1], code: Code, text: string): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response.setHeader("content-type", "application/grpc");
  response.setHeader("grpc-status", String(code));
  response.setHeader("grpc-message", text);
  response.end();
}
