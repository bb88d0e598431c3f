import * as http from "node:http";
import * as http2 from "node:http2";
import type { Socket } from "node:net";
import type { Connections } from "./connections.js";
import type { RequestListener } from "./node-types.js";
import type { Protocol } from "./sniff.js";
import { limitIdling } from "./time-limits.js";

/** Two servers that serve sockets handed to them. */
export interface InnerServers {
  readonly serve: (socket: Socket, protocol: Protocol) => void;
  readonly close: () => void;
}

/** How long a client may take, in milliseconds. */
export interface Patience {
  /** For its first bytes; for the TLS handshake; for the headers of an HTTP/1.1 request; for the start of HTTP/2. */
  readonly firstBytesMs: number;
  /** For a whole request, where it is not a stream. */
  readonly requestMs: number;
  /** For the next request on an HTTP/2 connection. On an HTTP/1.1 connection Node waits for 5 s. */
  readonly idleMs: number;
}

/**
 * Makes an HTTP/1.1 and an HTTP/2 server that never listen. Nothing a client sends reaches the process as an uncaught
 * error: every emitter that Node makes here has its listener.
 */
export function createInnerServers(
  onRequest: RequestListener,
  connections: Connections,
  { firstBytesMs, requestMs, idleMs }: Patience,
): InnerServers {
  const http1 = http.createServer(
    {
      headersTimeout: firstBytesMs,
      // Node wants the whole request to have no less time.
      requestTimeout: Math.max(firstBytesMs, requestMs),
      connectionsCheckingInterval: Math.min(firstBytesMs, 2_000),
    },
    (request, response) => {
      connections.answers(request.socket, response);
      onRequest(request, response);
    },
  );
  // Node starts the checker of headersTimeout and requestTimeout on 'listening', which never comes here.
  http1.emit("listening");

  const h2c = http2.createServer(
    {
      // In MiB. Over the default of 10 a session refuses every new stream, health checks too, and does not always recover.
      maxSessionMemory: 1024,
      // The default of 64 KiB makes a client wait for us once per 64 KiB message.
      settings: { initialWindowSize: 1024 * 1024 },
    },
    onRequest,
  );
  h2c.on("session", (session) => {
    session.on("error", ignore);
    const late = setTimeout(() => session.destroy(), firstBytesMs);
    // The rest of the preface, and then SETTINGS: a client must send them before anything else (RFC 9113, section 3.4).
    for (const event of ["remoteSettings", "close"]) session.once(event, () => clearTimeout(late));
    // The window of the whole session is 64 KiB, too, and not a setting.
    session.setLocalWindowSize(4 * 1024 * 1024);
    limitIdling(session, idleMs);
    // The session takes the bytes that were read already on the next tick, and throws if it is closed before.
    process.nextTick(connections.session, session);
  });
  h2c.on("stream", (stream) => stream.on("error", ignore));
  for (const event of ["error", "sessionError"]) h2c.on(event, ignore);
  http1.on("error", ignore);

  return {
    serve(socket, protocol) {
      connections.speaks(socket, protocol);
      // node:http answers a client that has sent its request and its FIN; node:http2 does not expect half-open sockets.
      socket.allowHalfOpen = protocol === "http1";
      try {
        (protocol === "http1" ? http1 : h2c).emit("connection", socket);
      } catch {
        socket.destroy();
      }
    },
    close() {
      http1.close();
    },
  };
}

// The connection or stream is gone, and whoever worked for it hears of that by its signal.
function ignore(): void {}
