import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Router } from "../../src/server/router.js";
import { createGrpcServer, type GrpcServer } from "../../src/server/server.js";
import { type Connection, openConnection } from "../../src/transport.js";

/** A server of this process, on a unix socket. */
export interface Served {
  readonly path: string;
  readonly server: GrpcServer;
  readonly connection: Connection;
  /** Sends these bytes, and resolves with what came back when `done` says so or the connection is closed. */
  readonly send: (bytes: Uint8Array, done: (received: Buffer) => boolean) => Promise<Buffer>;
  readonly close: () => Promise<void>;
}

export async function serve(routes: (router: Router) => void): Promise<Served> {
  const folder = mkdtempSync(join(tmpdir(), "served-"));
  const path = join(folder, "s");
  const server = createGrpcServer({ routes, tls: undefined });
  const sockets = new Set<Socket>();
  const listener = createServer((socket) => {
    sockets.add(socket.on("error", () => {}));
    server.serve(socket);
  });
  listener.listen(path);
  await once(listener, "listening");
  const connection = openConnection({ address: () => ({ network: "unix", address: path }), tls: undefined });
  return {
    path,
    server,
    connection,
    async send(bytes, done) {
      const socket = connect(path).on("error", () => {});
      let received = Buffer.alloc(0);
      socket.write(bytes);
      await new Promise<void>((resolve) => {
        socket.on("data", (chunk: Buffer) => {
          received = Buffer.concat([received, chunk]);
          if (done(received)) resolve();
        });
        socket.once("close", () => resolve());
      });
      socket.destroy();
      return received;
    },
    async close() {
      connection.close();
      server.close();
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => listener.close(resolve));
      rmSync(folder, { recursive: true });
    },
  };
}
