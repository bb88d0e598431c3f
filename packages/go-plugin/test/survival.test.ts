import { connect } from "node:net";
import { createClient } from "@connectrpc/connect";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { hostileConnections } from "../../sdk/src/node/endpoint/testing/hostile.js";
import { type Connection, openConnection } from "../src/transport.js";
import { type Bundles, bundlePlugin } from "./support/bundle.js";
import { Probe } from "./support/probe.js";
import { type Spawned, spawnPlugin } from "./support/spawn.js";

let bundles: Bundles;
let plugin: Spawned;
let connection: Connection;
let address = "";
beforeAll(async () => {
  bundles = await bundlePlugin();
  plugin = spawnPlugin(bundles.extensionless);
  address = (await plugin.handshake)[3] ?? "";
  connection = openConnection({ address: () => ({ network: "unix", address }), tls: undefined });
}, 60_000);
afterAll(() => {
  connection.close();
  plugin.child.kill("SIGKILL");
  bundles.remove();
});

test("no bytes of a client end the process, nor do clients that vanish", async () => {
  const probe = createClient(Probe, connection.transport);
  for (const [index, bytes] of hostileConnections().entries()) {
    const socket = connect(address).on("error", () => {});
    const closed = new Promise((resolve) => socket.once("close", resolve));
    socket.resume();
    socket.write(bytes);
    // Every second one waits for a word, the others go with things under way.
    if (index % 2 === 0) setTimeout(() => socket.destroy(), 10);
    else setImmediate(() => socket.destroy());
    await closed;
    if (index % 20 === 0) await probe.echo({});
  }
  await probe.echo({});
  connection.close();
  plugin.child.kill("SIGTERM");
  expect(await plugin.exited).toBe(0);
  expect(plugin.stderr()).not.toContain("Error");
}, 60_000);
