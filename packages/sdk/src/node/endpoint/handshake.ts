import type { Socket } from "node:net";
import { createServer, type TLSSocket } from "node:tls";
import type { Certificate } from "./certificate.js";
import type { Protocol } from "./sniff.js";

/**
 * Makes a TLS server that never listens, and returns what takes a socket with its first bytes unread. It speaks TLS 1.2
 * or newer, and ALPN tells HTTP/2 from HTTP/1.1. A handshake that fails or takes longer than `limitMs` ends its connection.
 * @param handOn called after the handshake, with the socket below in the second place
 */
export function createHandshake(
  { cert, key }: Certificate,
  limitMs: number,
  handOn: (socket: TLSSocket, below: Socket, protocol: Protocol) => void,
): (socket: Socket) => void {
  const shaking = new Map<string, { readonly below: Socket; readonly timer: NodeJS.Timeout }>();
  const forget = (ends: string, socket: Socket) => {
    const found = shaking.get(ends);
    if (found?.below !== socket) return;
    clearTimeout(found.timer);
    shaking.delete(ends);
  };
  const server = createServer({
    cert,
    key,
    minVersion: "TLSv1.2",
    ALPNProtocols: ["h2", "http/1.1"],
    // Node would only tell that the time is up. The timer below acts.
    handshakeTimeout: 2 * limitMs,
  });
  server.on("secureConnection", (socket) => {
    socket.on("error", () => {});
    const ends = endsOf(socket);
    const below = shaking.get(ends)?.below;
    // It was closed while its last handshake message was on the way.
    if (below === undefined) {
      socket.destroy();
      return;
    }
    forget(ends, below);
    // A client without ALPN speaks HTTP/1.1 (RFC 9113, section 3.2).
    handOn(socket, below, socket.alpnProtocol === "h2" ? "http2" : "http1");
  });
  server.on("error", () => {});

  return (socket) => {
    const ends = endsOf(socket);
    shaking.set(ends, { below: socket, timer: setTimeout(() => socket.destroy(), limitMs) });
    socket.once("close", () => forget(ends, socket));
    try {
      server.emit("connection", socket);
    } catch {
      socket.destroy();
    }
  };
}

/** Names a connection: a TLS socket does not tell which one it stands on, but both have the same ends. */
function endsOf({ localAddress, localPort, remoteAddress, remotePort }: Socket): string {
  return `${localAddress} ${localPort} ${remoteAddress} ${remotePort}`;
}
