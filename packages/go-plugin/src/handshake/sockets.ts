import type { Socket } from "node:net";

/** The connections that a plugin has accepted. */
export interface Sockets {
  readonly accept: (socket: Socket) => void;
  /** Hands on the sockets that wait, unread, and from then on every new one. */
  readonly handTo: (take: (socket: Socket) => void) => void;
  /** How many are open. */
  readonly count: () => number;
}

/** Starts with none. `onLost` runs whenever the last one has closed. */
export function queueSockets(onLost: () => void): Sockets {
  const open = new Set<Socket>();
  const waiting: Socket[] = [];
  let take = (socket: Socket): void => {
    waiting.push(socket);
  };
  return {
    accept(socket) {
      open.add(socket);
      // Its loss is told by 'close'.
      socket.on("error", () => {});
      socket.once("close", () => {
        open.delete(socket);
        if (open.size === 0) onLost();
      });
      take(socket);
    },
    handTo(taker) {
      take = taker;
      for (const socket of waiting.splice(0)) if (!socket.destroyed) taker(socket);
    },
    count: () => open.size,
  };
}
