import type { ServerHttp2Session } from "node:http2";
import type { Socket } from "node:net";
import type { Protocol } from "./sniff.js";

/**
 * Everything that is open on an endpoint. Node's own servers cannot tell here, since they never listen; and on Node 20
 * and 22 the HTTP/2 server's `close()` waits for idle clients for ever.
 */
export interface Connections {
  /** A connection that has not said anything yet. */
  readonly opened: (socket: Socket) => void;
  /** The same connection is spoken on through another socket from now on. */
  readonly wrapped: (below: Socket, socket: Socket) => void;
  /** It has. */
  readonly speaks: (socket: Socket, protocol: Protocol) => void;
  readonly session: (session: ServerHttp2Session) => void;
  /** An HTTP/1.1 connection is busy until the response emits 'close'. */
  readonly answers: (socket: Socket, response: { once(event: "close", listener: () => void): unknown }) => void;
  /** Ends what is idle, and the rest as it becomes idle. HTTP/2 clients are told by a GOAWAY frame. */
  readonly release: () => void;
  /** Ends everything at once. */
  readonly destroy: () => void;
}

/** Starts with nothing open. Forgets what is closed. */
export function trackConnections(): Connections {
  const sockets = new Map<Socket, { protocol: Protocol | undefined; answering: number }>();
  const sessions = new Set<ServerHttp2Session>();
  let released = false;

  const opened = (socket: Socket): void => {
    sockets.set(socket, { protocol: undefined, answering: 0 });
    socket.once("close", () => sockets.delete(socket));
  };

  return {
    opened,
    wrapped(below, socket) {
      // Whichever of the two is destroyed, the other one is, too.
      if (sockets.delete(below)) opened(socket);
    },
    speaks(socket, protocol) {
      const state = sockets.get(socket);
      if (state !== undefined) state.protocol = protocol;
    },
    session(session) {
      if (released) session.close();
      if (session.destroyed) return;
      sessions.add(session);
      session.once("close", () => sessions.delete(session));
    },
    answers(socket, response) {
      const state = sockets.get(socket);
      if (state === undefined) return;
      state.answering += 1;
      response.once("close", () => {
        state.answering -= 1;
        if (released && state.answering === 0) socket.destroySoon();
      });
    },
    release() {
      released = true;
      for (const session of [...sessions]) session.close();
      for (const [socket, { protocol, answering }] of [...sockets]) {
        if (protocol !== "http2" && answering === 0) socket.destroy();
      }
    },
    destroy() {
      for (const session of [...sessions]) session.destroy();
      for (const socket of [...sockets.keys()]) socket.destroy();
    },
  };
}
