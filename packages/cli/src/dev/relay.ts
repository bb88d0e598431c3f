import { connect, createServer, type Socket } from "node:net";

/** An address that stays while those behind it come and go. */
export interface Relay {
  readonly port: number;
  /**
   * Leads new connections to this port of the same machine. With `undefined` they wait for the next one. Those that are
   * there end with whoever they lead to.
   */
  lead(port: number | undefined): void;
  /** Closes new connections, and those that wait: there is nobody whom they could lead to. */
  refuse(): void;
  close(): Promise<void>;
}

/** Listens on a loopback address. Rejects when that cannot be listened on. */
export async function openRelay(host: string, port: number): Promise<Relay> {
  const open = new Set<Socket>();
  const waiting = new Map<Socket, (port: number) => void>();
  let target: number | "nobody" | undefined;
  const server = createServer({ allowHalfOpen: true, pauseOnConnect: true }, (client) => {
    open.add(client);
    client.on("error", () => client.destroy());
    const to = (port: number): void => {
      waiting.delete(client);
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
      waiting.delete(client);
    });
    if (target === undefined) waiting.set(client, to);
    else if (target === "nobody") client.destroy();
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
      if (next !== undefined) for (const to of [...waiting.values()]) to(next);
    },
    refuse() {
      target = "nobody";
      for (const client of waiting.keys()) client.destroy();
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}
