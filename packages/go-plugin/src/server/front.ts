import type { Http2ServerRequest, Http2ServerResponse } from "node:http2";
import { Code, ConnectError, type ConnectRouter } from "@connectrpc/connect";
import { universalRequestFromNodeRequest, universalResponseToNodeResponse } from "@connectrpc/connect-node";
import type { Calls } from "./calls.js";
import { clampTimeout } from "./timeout.js";

/** Answers a request of node:http2. */
export type Http2Listener = (request: Http2ServerRequest, response: Http2ServerResponse) => void;

/**
 * Stands in front of connect-node and keeps from it what it takes amiss. After this no request can end the process, or
 * leave a handler behind that nobody ever ends.
 */
export function front(
  handlers: ConnectRouter["handlers"],
  calls: Calls,
  isBackground: (path: string) => boolean,
): Http2Listener {
  const methods = new Map(handlers.map((handler) => [handler.requestPath, handler]));
  return (request, response) => {
    for (const emitter of [request, response]) emitter.on("error", () => {});
    if (!isBackground(request.url)) response.once("close", calls.begin());
    const method = methods.get(request.url.split("?", 1)[0] ?? "");
    if (method === undefined) {
      // Known at once and without anything to load.
      request.resume();
      answer(response, Code.Unimplemented, "this plugin does not serve that");
      return;
    }
    neutralise(request);
    releaseWriter(response);
    try {
      method(universalRequestFromNodeRequest(request, response, undefined, undefined))
        .then((answered) => universalResponseToNodeResponse(answered, response))
        // What handlers throw is in the answer. What fails is the writing of it: the client has gone.
        .catch(() => response.destroy());
    } catch {
      answer(response, Code.InvalidArgument, "the request cannot be read");
    }
  };
}

function neutralise(request: Http2ServerRequest): void {
  // A URL is made of it, which throws where none can be. Over a unix socket clients name the path of the socket,
  // its percent-encoded form, or anything else; nothing depends on it.
  Object.defineProperty(request, "authority", { value: "localhost" });
  const { "grpc-timeout": timeout } = request.headers;
  if (typeof timeout === "string") request.headers["grpc-timeout"] = clampTimeout(timeout);
}

/**
 * connect-node waits for 'drain' or 'error' when a client reads slowly. Neither comes when the client has gone, and what
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
function answer(response: Http2ServerResponse, code: Code, text: string): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response.setHeader("content-type", "application/grpc");
  response.setHeader("grpc-status", String(code));
  response.setHeader("grpc-message", text);
  response.end();
}
