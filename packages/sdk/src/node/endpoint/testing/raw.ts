import { Buffer } from "node:buffer";
import { connect, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";

/** A connection that says exactly what it is told. */
export interface RawConnection {
  readonly socket: Socket;
  /** Everything received so far. */
  readonly received: () => Buffer;
  /** Resolves when `done` says so of what was received, or the other side has closed. */
  readonly until: (done: (received: Buffer) => boolean) => Promise<Buffer>;
  /** Resolves when the connection is closed. */
  readonly closed: Promise<void>;
}

/** How to open a raw connection to `https://`. */
export interface RawTls {
  readonly ca: string;
  /** What to speak, as ALPN names it. */
  readonly alpn: "h2" | "http/1.1";
  /** A name that the certificate is made for, where the URL's is none. */
  readonly servername?: string;
}

/** Opens a raw connection to an endpoint; after the TLS handshake if there is one to be made. */
export async function openRaw(url: string, tls?: RawTls): Promise<RawConnection> {
  const { hostname, port } = new URL(url);
  const host = hostname.replace(/[[\]]/g, "");
  const socket =
    tls === undefined
      ? connect(Number(port), host)
      : connectTls({ port: Number(port), host, ALPNProtocols: [tls.alpn], ...tls });
  let chunks: Buffer[] = [];
  const received = () => {
    const all = Buffer.concat(chunks);
    chunks = [all];
    return all;
  };
  socket.on("error", () => {});
  socket.on("data", (chunk: Buffer) => chunks.push(chunk));
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  await new Promise<void>((resolve, reject) => {
    socket.once(tls === undefined ? "connect" : "secureConnect", resolve);
    socket.once("error", reject);
  });
  return {
    socket,
    closed,
    received,
    until: (done) =>
      new Promise((resolve) => {
        const look = () => {
          if (!done(received()) && !socket.destroyed) return;
          socket.off("data", look);
          resolve(received());
        };
        socket.on("data", look);
        void closed.then(look);
        look();
      }),
  };
}

/** Sends the bytes in pieces that arrive one by one. */
export async function sendInPieces({ socket }: RawConnection, pieces: Iterable<Uint8Array>): Promise<void> {
  for (const piece of pieces) {
    await new Promise<void>((resolve) => socket.write(piece, () => resolve()));
    // A turn of the event loop for the server, which lives in this process.
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

/** An HTTP/1.1 request with these header lines. */
export function http1(lines: readonly string[], body = ""): Buffer {
  return Buffer.from([...lines, "", body].join("\r\n"), "latin1");
}
