import { connect } from "node:net";
import { createClient } from "@connectrpc/connect";
import { expect, test } from "@jest/globals";
import { describeWithGo } from "../../../../interop/driver/go.js";
import { clientHello } from "../../../sdk/src/node/endpoint/testing/frames.js";
import { createCertificate } from "../../src/tls/certificate.js";
import { createIdentity } from "../../src/tls/identity.js";
import { openConnection } from "../../src/transport.js";
import { Probe } from "../support/probe.js";
import { echo, setUp, streaming } from "./support.js";

await describeWithGo("with AutoMTLS the real host", () => {
  const { bundles, launch } = setUp();

  test.each(["extensionless", "mjs"] as const)("pings, calls and ends a plugin: %s", async (form) => {
    const plugin = await launch({ path: bundles()[form], autoMtls: true });
    await plugin.ping();
    expect(await plugin.call({ method: echo, messages: ["aGVsbG8="] })).toMatchObject({ messages: ["aGVsbG8="] });
    const { messages } = await plugin.call({ method: streaming, messages: [{ do: "count", count: 100 }] });
    expect(messages).toHaveLength(100);
    expect(await plugin.kill()).toMatchObject({ exited: true, graceful: true });
  });

  test("is the only one that is served", async () => {
    const plugin = await launch({ autoMtls: true });
    const address = () => ({ network: "unix", address: plugin.address }) as const;
    for (const tls of [undefined, createIdentity(createCertificate().cert)]) {
      const { transport, close } = openConnection({ address, tls });
      await expect(createClient(Probe, transport).echo({}, { timeoutMs: 3000 })).rejects.toThrow();
      close();
    }
    const socket = connect(plugin.address).on("error", () => {});
    let received = Buffer.alloc(0);
    socket.on("data", (chunk) => {
      received = Buffer.concat([received, chunk]);
    });
    socket.write(clientHello);
    await new Promise((resolve) => socket.once("close", resolve));
    // An alert of TLS, or nothing; no frame of HTTP/2.
    expect([undefined, 21]).toContain(received[0]);
    await plugin.ping();
    await plugin.kill();
  });
});
