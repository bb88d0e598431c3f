import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { describeWithGo } from "../../../../interop/driver/go.js";
import { echo, setUp } from "./support.js";

await describeWithGo("the real host starts a plugin", () => {
  const { host, bundles, launch } = setUp();
  /** Where those have their sockets that the host kills at once. */
  let sockets: string;
  beforeAll(() => {
    sockets = mkdtempSync(join(tmpdir(), "sockets-"));
  });
  afterAll(() => rmSync(sockets, { recursive: true }));

  test.each(["extensionless", "extensionlessModule", "cjs", "mjs", "symlink"] as const)(
    "by its path alone, with nothing but PATH, HOME and TMPDIR: %s",
    async (form) => {
      const plugin = await launch({ path: bundles()[form] });
      expect([plugin.network, plugin.version]).toEqual(["unix", 1]);
      await plugin.ping();
      expect(await plugin.call({ method: echo, messages: ["aGVsbG8="] })).toMatchObject({
        code: "OK",
        messages: ["aGVsbG8="],
      });
      expect(await plugin.kill()).toMatchObject({ exited: true, graceful: true });
      expect(existsSync(dirname(plugin.address))).toBe(false);
    },
  );

  test("over TCP", async () => {
    const plugin = await launch({ variables: { PROBE_NETWORK: "tcp" } });
    expect(plugin.network).toBe("tcp");
    await plugin.ping();
    expect(await plugin.kill()).toMatchObject({ exited: true, graceful: true });
  });

  test("of the highest version that both speak", async () => {
    const plugin = await launch({ versions: [3, 1, 2], variables: { PROBE_VERSIONS: "1,2" } });
    expect(plugin.version).toBe(2);
    await plugin.ping();
    await plugin.kill();
  });

  test("and says which versions there are when there is no common one", async () => {
    const variables = { PROBE_VERSIONS: "2,1", TMPDIR: sockets };
    await expect(launch({ versions: [3], variables })).rejects.toThrow(
      "incompatible API version with plugin. Plugin version: 1, Client versions: [3]",
    );
  });

  test("and says that the plugin does not multiplex when it asks for that", async () => {
    await expect(launch({ multiplex: true, variables: { TMPDIR: sockets } })).rejects.toThrow(
      "client requested gRPC broker multiplexing but plugin does not support the feature",
    );
  });

  test("and shows why the plugin cannot start", async () => {
    await expect(launch({ variables: { PLUGIN_UNIX_SOCKET_DIR: "/no/such/folder" } })).rejects.toThrow();
    expect(host().log).toContainEqual(
      expect.objectContaining({
        "@level": "error",
        "@message": expect.stringContaining("the plugin cannot listen on /no/such/folder/plugin"),
      }),
    );
  });

  test("and gives the socket to a group", async () => {
    const plugin = await launch({ socketGroup: String(process.getgid?.()) });
    await plugin.ping();
    await plugin.kill();
  });

  test("and connects long after the handshake", async () => {
    const plugin = await launch({ connectLater: true });
    await new Promise((resolve) => setTimeout(resolve, 2500));
    await plugin.ping();
    expect(await plugin.kill()).toMatchObject({ exited: true, graceful: true });
  });
});
