import { createClient } from "@connectrpc/connect";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { GRPCBroker } from "../src/gen/plugin/grpc_broker_pb.js";
import { type BrokerService, createBroker } from "../src/plugin/broker.js";
import { Probe } from "./support/probe.js";
import { type Served, serve } from "./support/served.js";

// The host's part is played here, so that it can do what no real host does.
let plugin: Served;
let host: Served;
let broker: BrokerService;
beforeEach(async () => {
  broker = createBroker(undefined);
  plugin = await serve(broker.routes);
  host = await serve((router) => router.service(Probe, { echo: ({ value }) => ({ value }) }));
});
afterEach(async () => {
  await plugin.close();
  await host.close();
});

interface Info {
  serviceId: number;
  network: string;
  address: string;
  knock?: { knock: boolean };
}

/** Tells these in one stream, and closes it. */
async function tell(...infos: readonly Info[]): Promise<void> {
  const stream = createClient(GRPCBroker, plugin.connection.transport).startStream(
    (async function* () {
      yield* infos;
    })(),
  );
  for await (const _ of stream);
}

async function echoOver(id: number): Promise<void> {
  const { transport, close } = await broker.dial(id, { timeoutMs: 300 });
  await createClient(Probe, transport).echo({});
  close();
}

test("a stream may be dropped and opened again", async () => {
  await tell({ serviceId: 1, network: "unix", address: host.path });
  await tell({ serviceId: 2, network: "unix", address: host.path });
  await echoOver(1);
  await echoOver(2);
});

test("a number that nobody knows does no harm, and knocks are no addresses", async () => {
  await tell(
    { serviceId: 99, network: "unix", address: "/nowhere" },
    { serviceId: 7, network: "unix", address: "/nowhere", knock: { knock: true } },
    { serviceId: 1, network: "unix", address: host.path },
  );
  await echoOver(1);
  await expect(broker.dial(7, { timeoutMs: 100 })).rejects.toThrow("number 7 of the broker");
});

test("a network that is not known is named", async () => {
  await tell({ serviceId: 1, network: "carrier pigeon", address: "loft" });
  await expect(broker.dial(1)).rejects.toThrow(
    "[unavailable] the host serves number 1 of the broker on a network that is not known here: carrier pigeon",
  );
});

test("a lost connection is opened again, to where the host told last", async () => {
  await tell({ serviceId: 1, network: "unix", address: "/nowhere" });
  const { transport, close } = await broker.dial(1);
  await expect(createClient(Probe, transport).echo({})).rejects.toThrow("ENOENT");
  await tell({ serviceId: 1, network: "unix", address: host.path });
  await createClient(Probe, transport).echo({});
  host.server.close();
  // Until the plugin has noticed.
  await new Promise((resolve) => setTimeout(resolve, 100));
  await createClient(Probe, transport).echo({});
  close();
});
