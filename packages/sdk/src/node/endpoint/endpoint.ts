import { createServer } from "node:net";
import { Code, ConnectError, type ConnectRouter } from "@connectrpc/connect";
import { connectNodeAdapter } from "@connectrpc/connect-node";
import { closeEndpoint } from "./close.js";
import { trackConnections } from "./connections.js";
import { checkOrigins } from "./cors.js";
import type { GatePolicy } from "./gates.js";
import { answerUnknown, guard } from "./guard.js";
import { healthPath } from "./health.js";
import { authorityOf, chooseAddress, listenOn } from "./listening.js";
import { isLoopbackHost } from "./loopback.js";
import { createInnerServers } from "./servers.js";
import { sniff } from "./sniff.js";
import { bearerCheck, chooseToken } from "./token.js";

/** What to serve, where and to whom. */
export interface EndpointOptions {
  /** A loopback address: 127.0.0.1 unless given. */
  readonly host?: string | undefined;
  /** 0 or nothing: any free port. */
  readonly port?: number | undefined;
  /** The token that every request but health checks must bring: generated unless given, none for `false`. */
  readonly token?: string | false | undefined;
  /** Origins whose web pages may call, such as "http://localhost:5173". None unless given. */
  readonly allowOrigin?: readonly string[] | undefined;
  readonly limits?: EndpointLimits | undefined;
  /** Registers the services. Handlers see `context.signal` abort when the endpoint closes. */
  readonly routes: (router: ConnectRouter) => void;
  /** Called first when the endpoint closes: ends running calls in the caller's way, in at most a second. */
  readonly beforeClose?: (() => Promise<void>) | undefined;
}

/** Limits of an endpoint. */
export interface EndpointLimits {
  /** The largest message that is read, in bytes: 4 MiB unless given. */
  readonly readMaxBytes?: number | undefined;
  /** The largest message that is written, in bytes: not limited unless given. */
  readonly writeMaxBytes?: number | undefined;
  /**
   * How long a connection may take to show what it speaks, and an HTTP/1.1 request to send its headers, in milliseconds:
   * 10 s unless given.
   */
  readonly firstBytesMs?: number | undefined;
}

/** An endpoint that is listening. */
export interface Endpoint {
  /** `http://host:port`, without a slash at the end. */
  readonly url: string;
  /** The token to send as `authorization: Bearer ...`, `undefined` if none is asked for. */
  readonly token: string | undefined;
  /**
   * Stops listening, ends running calls and closes every connection, in little more than a second whatever the clients
   * do. Can be called again and resolves at the same moment.
   */
  close(): Promise<void>;
}

/**
 * Serves Connect, gRPC and gRPC-Web on one port of this machine, over HTTP/1.1 and HTTP/2 without TLS (gRPC needs
 * HTTP/2). Requests that are addressed to another host, come from a foreign web page or lack the token never reach
 * `routes`; no bytes a client sends end the process.
 * @throws Error in a sentence, for options that make no sense and when the address cannot be listened on.
 */
export async function openEndpoint(options: EndpointOptions): Promise<Endpoint> {
  const asked = chooseAddress(options.host, options.port);
  const token = chooseToken(options.token);
  const policy: GatePolicy = {
    isOwnHost: isLoopbackHost,
    allowOrigin: checkOrigins(options.allowOrigin ?? []),
    isAuthorized: token === undefined ? undefined : bearerCheck(token),
    isOpen: (path) => path.startsWith(healthPath),
  };
  const { readMaxBytes = 4 * 1024 * 1024, writeMaxBytes, firstBytesMs = 10_000 } = options.limits ?? {};

  const shutdown = new AbortController();
  const adapter = connectNodeAdapter({
    routes: options.routes,
    fallback: answerUnknown,
    shutdownSignal: shutdown.signal,
    readMaxBytes,
    ...(writeMaxBytes === undefined ? {} : { writeMaxBytes }),
  });
  let closing: Promise<void> | undefined;
  const connections = trackConnections();
  const guarded = guard({ policy, adapter, isClosing: () => closing !== undefined });
  const inner = createInnerServers(guarded, connections, firstBytesMs);

  // Half-open for the sake of HTTP/1.1, see createInnerServers; noDelay because the inner servers' own is for listeners.
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    socket.on("error", () => {});
    connections.opened(socket);
    sniff(socket, firstBytesMs, (protocol) => inner.serve(socket, protocol));
  });
  const address = await listenOn(server, asked).catch((reason) => {
    inner.close();
    throw reason;
  });
  server.on("error", () => {});

  return Object.freeze({
    url: `http://${authorityOf(address)}`,
    token,
    close() {
      closing ??= closeEndpoint({
        server,
        connections,
        beforeClose: options.beforeClose ?? (async () => {}),
        abort: () => shutdown.abort(new ConnectError("the endpoint is closing", Code.Unavailable)),
      }).finally(inner.close);
      return closing;
    },
  });
}
