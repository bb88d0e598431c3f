import type { Socket } from "node:net";

/** How long a client may take to read the text, in milliseconds. */
const readingMs = 1000;

/** Tells a client that speaks plainly to a TLS port what is wrong, as HTTP/1.1, and ends the connection. */
export function answerPlainly(socket: Socket): void {
  const text = "this port speaks TLS: call it with https://\n";
  const head = ["HTTP/1.1 400 Bad Request", "Content-Type: text/plain; charset=utf-8", "Connection: close"];
  socket.end([...head, `Content-Length: ${text.length}`, "", text].join("\r\n"));
  // What the client still sends is read, since closing with unread bytes would take the text away from it.
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), readingMs);
  socket.once("close", () => clearTimeout(timer));
}
