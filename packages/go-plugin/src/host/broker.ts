import { createServer, type Server, type Socket } from "node:net";
import { createClient, type Transport } from "@connectrpc/connect";
import { GRPCBroker } from "../gen/plugin/grpc_broker_pb.js";
import { listenForHost } from "../handshake/listen.js";
import type { Router } from "../server/router.js";
import { createGrpcServer, type MessageLimits } from "../server/server.js";
import type { TlsIdentity } from "../tls/identity.js";

/** Serves the plugin what it calls back. */
export interface HostBroker {
  /** Serves these services under a number, and tells the plugin where. Resolves with what ends that. */
  serve(id: number, options: BrokerServeOptions): Promise<() => void>;
}

/** What is served under a number of the broker. */
export interface BrokerServeOptions {
  readonly routes: (router: Router) => void;
  readonly limits?: MessageLimits | undefined;
  /** How long the plugin is left in the dark about where, in milliseconds. For tests. */
  readonly announceAfterMs?: number | undefined;
}

/** The host's side of go-plugin's broker. */
export interface HostBrokerService extends HostBroker {
  readonly close: () => void;
}

export function createHostBroker(transport: Transport, tls: TlsIdentity | undefined): HostBrokerService {
  const stops = new Set<() => void>();
  const announcements = createQueue<{ serviceId: number; network: string; address: string }>();
  void drain(createClient(GRPCBroker, transport).startStream(announcements));
  return {
    async serve(id, { routes, limits, announceAfterMs = 0 }) {
      const sockets = new Set<Socket>();
      const inner = createGrpcServer({ routes, tls, limits });
      const server: Server = createServer((socket) => {
        sockets.add(socket.on("error", () => {}).once("close", () => sockets.delete(socket)));
        inner.serve(socket);
      });
      const { remove, ...address } = await listenForHost(server, {});
      const timer = setTimeout(() => announcements.push({ serviceId: id, ...address }), announceAfterMs);
      const stop = (): void => {
        clearTimeout(timer);
        server.close();
        for (const socket of [...sockets]) socket.destroy();
        remove();
        stops.delete(stop);
      };
      stops.add(stop);
      return stop;
    },
    close() {
      announcements.end();
      for (const stop of [...stops]) stop();
    },
  };
}

/** The plugin's own announcements are for hosts that dial. */
async function drain(infos: AsyncIterable<unknown>): Promise<void> {
  try {
    for await (const _ of infos);
  } catch {
    // The plugin is gone, or serves no broker.
  }
}

interface Queue<T> extends AsyncIterable<T> {
  push(item: T): void;
  end(): void;
}

function createQueue<T>(): Queue<T> {
  const items: T[] = [];
  let hasEnded = false;
  let wake = (): void => {};
  return {
    push(item) {
      items.push(item);
      wake();
    },
    end() {
      hasEnded = true;
      wake();
    },
    async *[Symbol.asyncIterator]() {
      for (;;) {
        yield* items.splice(0);
        if (hasEnded) return;
        await new Promise<void>((resolve) => {
          wake = resolve;
          if (items.length > 0 || hasEnded) resolve();
        });
      }
    },
  };
}
