import { Code, ConnectError, type Interceptor } from "@connectrpc/connect";
import { type ConnInfo, GRPCBroker } from "../gen/plugin/grpc_broker_pb.js";
import type { Address } from "../handshake/line.js";
import type { Router } from "../server/router.js";
import type { TlsIdentity } from "../tls/identity.js";
import type { Connection } from "../transport.js";
import { nothingUntil } from "../waiting.js";
import { type AddressBook, type Announcement, createAddressBook } from "./address-book.js";

/** Connects to what the host serves for its plugin. */
export interface Broker {
  /**
   * Waits until the host has told where it serves this number. The connection is opened at the first call, and again
   * after it was lost, then to where the host has told last.
   * @throws ConnectError (unavailable) if the host does not tell in time; the reason of the signal when it aborts.
   */
  dial(id: number, options?: DialOptions): Promise<Connection>;
}

/** How to wait for the host. */
export interface DialOptions {
  readonly signal?: AbortSignal | undefined;
  /** Defaults to 5000. */
  readonly timeoutMs?: number | undefined;
  readonly interceptors?: Interceptor[] | undefined;
}

/** The plugin's side of go-plugin's broker. */
export interface BrokerService extends Broker {
  readonly routes: (router: Router) => void;
}

export function createBroker(tls: TlsIdentity | undefined): BrokerService {
  const book = createAddressBook();
  return {
    async dial(id, { signal, timeoutMs = 5000, interceptors } = {}) {
      const first = await book.wait(id, { timeoutMs, signal });
      checkNetwork(id, first);
      // A client of gRPC takes a while to load, and most plugins answer the first calls without one.
      const { openConnection } = await import("../transport.js");
      return openConnection({ address: () => checkNetwork(id, book.find(id) ?? first), tls, interceptors });
    },
    routes: (router) =>
      router.service(GRPCBroker, {
        // The host may close the stream and open another one; what it has told stays.
        startStream: (infos) => nothingUntil(() => readInfos(infos, book)),
      }),
  };
}

async function readInfos(infos: AsyncIterable<ConnInfo>, book: AddressBook): Promise<void> {
  for await (const { serviceId, network, address, knock } of infos) {
    // Knocks belong to multiplexing, which no host has been promised.
    if (knock === undefined) book.enter(serviceId, { network, address });
  }
}

function checkNetwork(id: number, { network, address }: Announcement): Address {
  if (network === "unix" || network === "tcp") return { network, address };
  const text = `the host serves number ${id} of the broker on a network that is not known here: ${network}`;
  throw new ConnectError(text, Code.Unavailable);
}
