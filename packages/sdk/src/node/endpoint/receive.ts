import type { Socket } from "node:net";
import type { Certificate } from "./certificate.js";
import type { Connections } from "./connections.js";
import { createHandshake } from "./handshake.js";
import { answerPlainly } from "./plain-text.js";
import type { InnerServers } from "./servers.js";
import { protocolOf, secrecyOf, sniff } from "./sniff.js";

/** Leads a new connection to the server for what it speaks: with a certificate TLS alone, otherwise HTTP. */
export function receiver(
  certificate: Certificate | undefined,
  connections: Connections,
  inner: InnerServers,
  firstBytesMs: number,
): (socket: Socket) => void {
  if (certificate === undefined) {
    return (socket) => sniff(socket, firstBytesMs, protocolOf, (protocol) => inner.serve(socket, protocol));
  }
  const shakeHands = createHandshake(certificate, firstBytesMs, (socket, below, protocol) => {
    connections.wrapped(below, socket);
    inner.serve(socket, protocol);
  });
  return (socket) =>
    sniff(socket, firstBytesMs, secrecyOf, (secrecy) =>
      secrecy === "tls" ? shakeHands(socket) : answerPlainly(socket),
    );
}
