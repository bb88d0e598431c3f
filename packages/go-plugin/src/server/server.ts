import { createSecureServer, createServer, type Http2Server, type ServerHttp2Session } from "node:http2";
import type { Socket } from "node:net";
import type { TlsIdentity } from "../tls/identity.js";
import { trackCalls } from "./calls.js";
import { front } from "./front.js";
import { methodsOf, type Router } from "./router.js";

/** Limits of a gRPC server. */
export interface MessageLimits {
  /** The largest message that is read, in bytes. Defaults to 4 MiB, as everywhere in gRPC. */
  readonly readMaxBytes?: number | undefined;
  /** The largest message that is written, in bytes. Not limited unless given. */
  readonly writeMaxBytes?: number | undefined;
}

export interface GrpcServerOptions {
  readonly routes: (router: Router) => void;
  /** Only clients that show this identity's `ca` are served, over TLS. Without it nothing is encrypted. */
  readonly tls: TlsIdentity | undefined;
  readonly limits?: MessageLimits | undefined;
  /** Whether calls of a path last as long as the connection, so that nobody waits for their end. */
  readonly isBackground?: ((path: string) => boolean) | undefined;
}

/** A gRPC server that serves the sockets it is given. */
export interface GrpcServer {
  readonly serve: (socket: Socket) => void;
  /** Aborts the signal of every handler, with this reason. */
  readonly abort: (reason: unknown) => void;
  /** Resolves when no call is running. */
  readonly settled: () => Promise<void>;
  /** Closes every connection. */
  readonly close: () => void;
}

const mebibyte = 1024 * 1024;

export function createGrpcServer({ routes, tls, limits = {}, isBackground }: GrpcServerOptions): GrpcServer {
  const { readMaxBytes = 4 * mebibyte, writeMaxBytes = Number.POSITIVE_INFINITY } = limits;
  const calls = trackCalls();
  const sessions = new Set<ServerHttp2Session>();
  const server = createHttp2Server(tls);
  server.on(
    "stream",
    front({
      methods: methodsOf(routes),
      limits: { read: readMaxBytes, write: writeMaxBytes },
      calls,
      isBackground: isBackground ?? (() => false),
    }),
  );
  server.on("session", (session) => {
    session.on("error", ignore);
    // The window of the whole session is 64 KiB, too, and not a setting.
    session.setLocalWindowSize(4 * mebibyte);
    sessions.add(session);
    session.once("close", () => sessions.delete(session));
  });
  for (const event of ["error", "sessionError", "tlsClientError"]) server.on(event, ignore);

  return {
    serve(socket) {
      try {
        server.emit("connection", socket);
      } catch {
        socket.destroy();
      }
    },
    abort: calls.abort,
    settled: calls.none,
    close() {
      for (const session of [...sessions]) session.destroy();
    },
  };
}

function createHttp2Server(tls: TlsIdentity | undefined): Http2Server {
  const options = {
    // In MiB. Over the default of 10 a session refuses every new stream, Shutdown and health checks too.
    maxSessionMemory: 1024,
    // The default of 64 KiB makes a client wait for us once per 64 KiB message.
    settings: { initialWindowSize: mebibyte },
  };
  if (tls === undefined) return createServer(options);
  const { key, cert, ca } = tls;
  return createSecureServer({
    ...options,
    key,
    cert,
    ca,
    requestCert: true,
    rejectUnauthorized: true,
    minVersion: "TLSv1.2",
  });
}

// The connection or stream is gone, and whoever worked for it hears of that by its signal.
function ignore(): void {}
