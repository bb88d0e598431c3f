import { Code, type ConnectRouter } from "@connectrpc/connect";
import type { Refusal } from "./gates.js";

/** A method as it is served. */
export type ServedMethod = ConnectRouter["handlers"][number];

/** Finds the method of a path. */
export function methodsByPath(handlers: readonly ServedMethod[]): (path: string) => ServedMethod | undefined {
  const methods = new Map(handlers.map((handler) => [handler.requestPath, handler]));
  return (path) => methods.get(path);
}

/**
 * Says what is wrong with the HTTP method or the content type of a request, where connect would answer with a bare status.
 * Both are what a first try with curl gets wrong.
 */
export function judgeCall(served: ServedMethod, method: string, contentType: string): Refusal | undefined {
  const { name, methodKind } = served.method;
  if (!served.allowedMethods.includes(method)) {
    return {
      status: 405,
      code: Code.InvalidArgument,
      text: `${name} is called with ${served.allowedMethods.join(", ")}`,
    };
  }
  if (method !== "POST") return undefined;
  const streams = methodKind !== "unary";
  const [, enveloped, format] = /^application\/(connect\+)?(json|proto)(?:;|$)/i.exec(contentType) ?? [];
  if (format === undefined && served.supportedContentType(contentType)) return undefined;
  if (format !== undefined && streams === (enveloped !== undefined)) return undefined;
  const text = streams
    ? `${name} streams: send content-type application/connect+${format ?? "json"} and each message in an envelope (a zero ` +
      "byte and four bytes of its length before it), or use a Connect, gRPC or gRPC-Web client"
    : `${name} takes one message: send it with content-type application/${format ?? "json"}, or use a Connect, gRPC or ` +
      "gRPC-Web client";
  return { status: 415, code: Code.InvalidArgument, text };
}
