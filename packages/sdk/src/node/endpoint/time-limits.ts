import type { IncomingHttpHeaders } from "node:http";
import { constants, type ServerHttp2Session } from "node:http2";
import type { NodeServerRequest } from "./node-types.js";

/** The longest delay that a timer of Node takes, in milliseconds: 24.8 days. Beyond it, it fires at once. */
const longestMs = 2 ** 31 - 1;

const msPerUnit: Readonly<Record<string, number>> = { H: 3_600_000, M: 60_000, S: 1_000 };

/**
 * Shortens the time that a call is allowed to what a timer of Node can wait for. Otherwise connect would end a call with
 * 30 days at once. What is malformed is left for connect to refuse.
 */
export function clampTimeouts(headers: IncomingHttpHeaders): void {
  // At most eight digits (gRPC over HTTP/2): only the units from seconds on get beyond.
  const [, digits, unit = ""] = /^(\d{1,8})([HMS])$/.exec(String(headers["grpc-timeout"])) ?? [];
  if (Number(digits) * (msPerUnit[unit] ?? 1) > longestMs) {
    headers["grpc-timeout"] = `${Math.floor(longestMs / 1000)}S`;
  }
  const connect = headers["connect-timeout-ms"];
  if (typeof connect === "string" && /^\d{1,10}$/.test(connect) && Number(connect) > longestMs) {
    headers["connect-timeout-ms"] = String(longestMs);
  }
}

/** Resets an HTTP/2 request that is not sent to its end within `limitMs`. For HTTP/1.1 the server does that itself. */
export function limitSending(request: NodeServerRequest, limitMs: number): void {
  if (!("stream" in request)) return;
  const { stream } = request;
  const timer = setTimeout(() => stream.close(constants.NGHTTP2_CANCEL), limitMs);
  timer.unref();
  for (const event of ["end", "close"]) request.once(event, () => clearTimeout(timer));
}

/** How long a client that was told goodbye may take to hang up, in milliseconds. */
const goodbyeMs = 1_000;

/**
 * Ends an HTTP/2 connection that has had no stream for `limitMs`. The client is told first (GOAWAY), so that it opens
 * another connection for its next call.
 */
export function limitIdling(session: ServerHttp2Session, limitMs: number): void {
  let streams = 0;
  let timer: NodeJS.Timeout | undefined;
  const wait = () => {
    timer = setTimeout(() => {
      // Not close(): it leaves a connection half-open until the client hangs up, and destroy() does nothing after it.
      session.goaway();
      timer = setTimeout(() => session.destroy(), goodbyeMs).unref();
    }, limitMs).unref();
  };
  session.on("stream", (stream) => {
    streams += 1;
    clearTimeout(timer);
    stream.once("close", () => {
      streams -= 1;
      if (streams === 0 && !session.closed && !session.destroyed) wait();
    });
  });
  session.once("close", () => clearTimeout(timer));
  wait();
}
