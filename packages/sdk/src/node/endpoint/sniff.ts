import { Buffer } from "node:buffer";
import type { Socket } from "node:net";

/** What an HTTP connection speaks. */
export type Protocol = "http1" | "http2";

// RFC 9113, section 3.4: an HTTP/2 client begins with these bytes (and eight more, which node:http2 looks at).
const preface = Buffer.from("PRI * HTTP/2.0\r\n");

/**
 * What the first bytes say, `undefined` while both are possible. Anything that is not the HTTP/2 preface is HTTP/1.1's
 * to serve or to refuse.
 */
export function protocolOf(first: Buffer): Protocol | undefined {
  const length = Math.min(first.length, preface.length);
  if (!first.subarray(0, length).equals(preface.subarray(0, length))) return "http1";
  return length === preface.length ? "http2" : undefined;
}

/** Whether the first bytes are those of TLS: a handshake record (RFC 8446, section 5.1). */
export function secrecyOf(first: Buffer): "tls" | "plain" | undefined {
  if (first.length === 0) return undefined;
  return first[0] === 22 ? "tls" : "plain";
}

/**
 * Waits for a connection's first bytes and hands the socket on with all of them unread, as soon as `recognise` knows
 * what they are. A socket that ends, or says too little for `limitMs`, is destroyed instead.
 */
export function sniff<T>(
  socket: Socket,
  limitMs: number,
  recognise: (first: Buffer) => T | undefined,
  handOn: (recognised: T) => void,
): void {
  let first = Buffer.alloc(0);
  const timer = setTimeout(() => socket.destroy(), limitMs);

  const done = () => {
    clearTimeout(timer);
    socket.off("readable", onReadable);
    socket.off("end", onEnd);
    socket.off("close", done);
  };
  const onEnd = () => socket.destroy();
  const onReadable = () => {
    const chunk: Buffer | null = socket.read();
    if (chunk === null) return;
    first = Buffer.concat([first, chunk]);
    const recognised = recognise(first);
    if (recognised === undefined) return;
    // The listener goes first: the inner servers take the socket over when nobody else listens for data, and both read
    // what is unshifted before what arrives later.
    done();
    if (socket.destroyed) return;
    socket.unshift(first);
    handOn(recognised);
  };
  socket.on("readable", onReadable);
  socket.on("end", onEnd);
  socket.on("close", done);
}
