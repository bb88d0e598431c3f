import { connect, createServer, type Socket } from "node:net";

/** An address that stays while those behind it come and go. */
export interface Relay {
  readonly port: number;
  /**
   * Leads new connections to this port of the same machine. With `undefined` they wait for the next one. Those that are
   * there end with whoever they lead to.
   */
  lead(port: number | undefined): void;
  close(): Promise<void>;
}

/** Listens on a loopback address. Rejects when that cannot be listened on. */
export async function openRelay(host: string, port: number): Promise<Relay> {
  const open = new Set<Socket>();
  const waiting = new Set<(port: number) => void>();
  let target: number | undefined;
  const server = createServer({ allowHalfOpen: true, pauseOnConnect: true }, (client) => {
    open.add(client);
    client.on("error", () => client.destroy());
    const to = (port: number): void => {
      waiting.delete(to);
      const upstream = connect({ host: "127.0.0.1", port, allowHalfOpen: true });
      open.add(upstream);
      upstream.on("error", () => client.destroy());
      upstream.on("close", () => {
        open.delete(upstream);
        // What was read is still written.
        if (client.writable) client.end();
      });
      client.on("close", () => upstream.destroy());
      client.pipe(upstream);
      upstream.pipe(client);
    };
    client.on("close", () => {
      open.delete(client);
      waiting.delete(to);
    });
    if (target === undefined) waiting.add(to);
    else to(target);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host, port }, () => {
      server.off("error", reject);
      resolve();
    });
  });
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : port,
    lead(next) {
      target = next;
      if (next !== undefined) for (const to of [...waiting]) to(next);
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}
