import { setMaxListeners } from "node:events";
import { createServer } from "node:net";
import { Code, ConnectError, type ConnectRouter, createConnectRouter } from "@connectrpc/connect";
import { compressionBrotli, compressionGzip } from "@connectrpc/connect-node";
import { methodsByPath } from "./callable.js";
import { readCertificate, type TlsOptions } from "./certificate.js";
import { closeEndpoint } from "./close.js";
import { trackConnections } from "./connections.js";
import { checkOrigins } from "./cors.js";
import type { GatePolicy } from "./gates.js";
import { guard } from "./guard.js";
import { healthPath } from "./health.js";
import { ownHosts } from "./host-names.js";
import { authorityOf, chooseAddress, listenOn } from "./listening.js";
import { receiver } from "./receive.js";
import { reflectionRoutes } from "./reflection.js";
import { createInnerServers } from "./servers.js";
import { bearerCheck, chooseToken } from "./token.js";

/** What to serve, where and to whom. */
export interface EndpointOptions {
  /** 127.0.0.1 unless given. Any address but a loopback one needs `tls` and a token. */
  readonly host?: string | undefined;
  /** 0 or nothing: any free port. */
  readonly port?: number | undefined;
  /** The token that every request but health checks must bring: generated unless given, none for `false`. */
  readonly token?: string | false | undefined;
  /** With it, the endpoint speaks TLS and nothing else. */
  readonly tls?: TlsOptions | undefined;
  /** Names under which clients call, besides those of this machine on a loopback address and those of the certificate. */
  readonly hostNames?: readonly string[] | undefined;
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
  /** See {@link Patience}: 10 s unless given. */
  readonly firstBytesMs?: number | undefined;
  /** See {@link Patience}: 5 minutes unless given. */
  readonly requestMs?: number | undefined;
  /** See {@link Patience}: 5 minutes unless given. */
  readonly idleMs?: number | undefined;
}

/** An endpoint that is listening. */
export interface Endpoint {
  /** `http://host:port`, or `https://`, without a slash at the end. */
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
 * Serves Connect, gRPC and gRPC-Web on one port, over HTTP/1.1 and HTTP/2 (gRPC needs HTTP/2), and server reflection
 * about it. Requests that are addressed to another host, come from a foreign web page or lack the token never reach
 * `routes`; no bytes a client sends end the process.
 * @throws Error in a sentence, for options that make no sense and when the address cannot be listened on.
 */
export async function openEndpoint(options: EndpointOptions): Promise<Endpoint> {
  const {
    readMaxBytes = 4 * 1024 * 1024,
    writeMaxBytes,
    firstBytesMs = 10_000,
    requestMs = 300_000,
    idleMs = 300_000,
  } = options.limits ?? {};
  const token = chooseToken(options.token);
  const protection = { tls: options.tls !== undefined, token: token !== undefined };
  const asked = chooseAddress(protection, options.host, options.port);
  const certificate = options.tls === undefined ? undefined : readCertificate(options.tls);
  const hosts = ownHosts(asked.host, certificate, options.hostNames);
  const policy: GatePolicy = {
    isOwnHost: hosts.includes,
    allowOrigin: checkOrigins(options.allowOrigin ?? []),
    isAuthorized: token === undefined ? undefined : bearerCheck(token),
    isOpen: (path) => path.startsWith(healthPath),
  };

  const shutdown = new AbortController();
  // Every running call listens to it.
  setMaxListeners(0, shutdown.signal);
  const router = createConnectRouter({
    shutdownSignal: shutdown.signal,
    acceptCompression: [compressionGzip, compressionBrotli],
    readMaxBytes,
    // No message is this large: on one machine, or a near one, compressing costs more than it saves.
    compressMinBytes: 0xffffffff,
    ...(writeMaxBytes === undefined ? {} : { writeMaxBytes }),
  });
  options.routes(router);
  reflectionRoutes([...new Set(router.handlers.map(({ service }) => service))])(router);
  let closing: Promise<void> | undefined;
  const connections = trackConnections();
  const guarded = guard({
    policy,
    methodOf: methodsByPath(router.handlers),
    requestMs,
    isClosing: () => closing !== undefined,
  });
  const inner = createInnerServers(guarded, connections, { firstBytesMs, requestMs, idleMs });
  const receive = receiver(certificate, connections, inner, firstBytesMs);

  // Half-open for the sake of HTTP/1.1, see createInnerServers; noDelay because the inner servers' own is for listeners.
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    socket.on("error", () => {});
    connections.opened(socket);
    receive(socket);
  });
  const address = await listenOn(server, asked).catch((reason) => {
    inner.close();
    throw reason;
  });
  server.on("error", () => {});

  return Object.freeze({
    url: `${certificate === undefined ? "http" : "https"}://${authorityOf({ ...address, host: hosts.shown })}`,
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
