import { Buffer } from "node:buffer";
import { codeToString } from "@connectrpc/connect/protocol-connect";
import type { Refusal } from "./gates.js";
import type { NodeServerRequest, NodeServerResponse } from "./node-types.js";

/**
 * Answers a request that is not served, so that a client of each protocol finds the code where it looks for it:
 * gRPC and gRPC-Web in the headers (there is nothing but headers), a Connect stream in its closing envelope,
 * a unary Connect call in a JSON body, and so does whoever took a stream for a unary call or the other way round.
 * Everybody else gets the HTTP status and a line of text.
 */
export function answerRefusal(request: NodeServerRequest, response: NodeServerResponse, refusal: Refusal): void {
  const answer = answerFor(request, refusal);
  // Unread, the rest of the request would make node:http2 reset the stream after the answer, and a client that is still
  // sending (curl) then reports the reset instead of the answer.
  request.resume();
  // Set one by one, and ended in one go: then HTTP/2 closes the stream with the header frame, which is what gRPC calls
  // "trailers only" and requires when the status stands in the headers.
  response.statusCode = answer.status;
  for (const [name, value] of Object.entries(answer.headers)) response.setHeader(name, value);
  if (refusal.status === 401) response.setHeader("www-authenticate", "Bearer");
  if (refusal.status === 405) response.setHeader("allow", "POST");
  if (answer.body === undefined) response.end();
  else response.end(answer.body);
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
}

function answerFor(request: NodeServerRequest, { status, code, text }: Refusal): Answer {
  const type = request.headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  if (/^application\/grpc(-web(-text)?)?(\+[a-z]+)?$/.test(type)) {
    const headers = { "content-type": type, "grpc-status": String(code), "grpc-message": text };
    return { status: 200, headers, body: undefined };
  }
  const error = JSON.stringify({ code: codeToString(code), message: text });
  if (/^application\/connect\+(json|proto)$/.test(type) && status !== 415) {
    return { status: 200, headers: { "content-type": type }, body: closingEnvelope(`{"error":${error}}`) };
  }
  if (/^application\/(connect\+)?(json|proto)$/.test(type) || /[?&]connect=v1(&|$)/.test(request.url ?? "")) {
    return { status, headers: { "content-type": "application/json" }, body: Buffer.from(error) };
  }
  return { status, headers: { "content-type": "text/plain; charset=utf-8" }, body: Buffer.from(`${text}\n`) };
}

/** The last message of a Connect stream: flag 2, length, JSON. */
function closingEnvelope(json: string): Buffer {
  const body = Buffer.from(json);
  const head = Buffer.alloc(5);
  head.writeUInt8(0b10, 0);
  head.writeUInt32BE(body.length, 1);
  return Buffer.concat([head, body]);
}
