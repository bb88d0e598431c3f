import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createClient } from "@connectrpc/connect";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { openConnection } from "../src/transport.js";
import { type Bundles, bundlePlugin } from "./support/bundle.js";
import { Probe } from "./support/probe.js";
import { type Environment, type Spawned, spawnPlugin } from "./support/spawn.js";

let bundles: Bundles;
let folder: string;
const spawned: Spawned[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "start-"));
  bundles = await bundlePlugin();
}, 60_000);
afterAll(() => {
  for (const { child } of spawned) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
  bundles.remove();
});

function start(environment: Environment = {}, cwd?: string): Spawned {
  const plugin = spawnPlugin(bundles.extensionless, { TMPDIR: folder, ...environment }, cwd);
  spawned.push(plugin);
  return plugin;
}

/** Calls the plugin, has it end, and tells how it did. */
async function callAndStop(plugin: Spawned): Promise<number | string> {
  const [, , network, address = ""] = await plugin.handshake;
  if (network !== "unix" && network !== "tcp") throw new Error(`the handshake names ${network}`);
  const { transport, close } = openConnection({ address: () => ({ network, address }), tls: undefined });
  expect((await createClient(Probe, transport).echo({ value: Buffer.from("hello") })).value).toEqual(
    new Uint8Array(Buffer.from("hello")),
  );
  close();
  plugin.child.kill("SIGTERM");
  return plugin.exited;
}

test("the handshake has six fields, and the socket is private and gone afterwards", async () => {
  const plugin = start();
  const [core, version, network, address = "", protocol, certificate, ...more] = await plugin.handshake;
  expect([core, version, network, protocol, certificate, more]).toEqual(["1", "1", "unix", "grpc", "", []]);
  expect(dirname(dirname(address))).toBe(folder);
  expect(statSync(dirname(address)).mode & 0o777).toBe(0o700);
  expect(await callAndStop(plugin)).toBe(0);
  expect(existsSync(dirname(address))).toBe(false);
  expect(plugin.stdout().split("\n").filter(Boolean)).toHaveLength(1);
});

test.each<[string, string | undefined]>([
  ["without the cookie", undefined],
  ["with another cookie", "something else"],
])("%s it says what it is and exits with 1", async (_, value) => {
  const plugin = start({ PLUGWRIGHT_INTEROP: value });
  expect(await plugin.exited).toBe(1);
  expect(plugin.stdout()).toBe("");
  expect(plugin.stderr()).toBe("This is a plugin. It is started by the program that uses it, not by hand.\n");
});

test.each([
  ["1", "1,2", "1"],
  ["1,2", "1,2", "2"],
  ["2,1", "3", "1"],
  ["1,2", undefined, "1"],
])("a plugin of versions %s whose host names %s chooses %s", async (own, asked, chosen) => {
  const plugin = start({ PROBE_VERSIONS: own, PLUGIN_PROTOCOL_VERSIONS: asked });
  expect((await plugin.handshake)[1]).toBe(chosen);
});

test.each([
  ["120 characters long", () => "x".repeat(120), false],
  ["too long by one byte", () => "x".repeat(108 - 16 - folder.length - 1), false],
  ["just short enough", () => "x".repeat(107 - 16 - folder.length - 1), true],
  ["of few characters and many bytes", () => "ü".repeat(50), false],
  ["with a space", () => "a b", true],
  ["with a |", () => "a|b", false],
  ["with a newline", () => "a\nb", false],
])("a TMPDIR %s", async (_, name, isUsed) => {
  const place = join(folder, name());
  mkdirSync(place, { recursive: true });
  const plugin = start({ TMPDIR: place });
  const fields = await plugin.handshake;
  expect(fields).toHaveLength(6);
  expect(fields[3]?.startsWith(`${place}/`)).toBe(isUsed);
  expect(Buffer.byteLength(fields[3] ?? "")).toBeLessThanOrEqual(107);
  expect(await callAndStop(plugin)).toBe(0);
  expect(existsSync(dirname(fields[3] ?? ""))).toBe(false);
});

test("a TMPDIR that does not exist, is a file or cannot be written to is not used", async () => {
  for (const TMPDIR of [join(folder, "missing"), process.execPath, "/proc"]) {
    const plugin = start({ TMPDIR });
    expect((await plugin.handshake)[3]).toMatch(/^\/(var\/)?tmp\/plugin-/);
    expect(await callAndStop(plugin)).toBe(0);
  }
});

test("a TMPDIR that is relative is told in full", async () => {
  mkdirSync(join(folder, "relative"));
  const plugin = start({ TMPDIR: "relative" }, folder);
  expect((await plugin.handshake)[3]?.startsWith(join(folder, "relative"))).toBe(true);
  expect(await callAndStop(plugin)).toBe(0);
});

test("the host's folder is used, for the socket itself", async () => {
  const place = join(folder, "of-the-host");
  mkdirSync(place);
  const plugin = start({ PLUGIN_UNIX_SOCKET_DIR: place });
  const [, , , address = ""] = await plugin.handshake;
  expect(dirname(address)).toBe(place);
  expect(await callAndStop(plugin)).toBe(0);
  expect(readdirSync(place)).toEqual([]);
});

test.each([
  ["too long", () => join(folder, "y".repeat(120)), /the path of a socket may have 107 bytes, and .*y{120}.* has \d+/],
  ["with a |", () => join(folder, "c|d"), /has a character that cannot be told to the host/],
  ["missing", () => join(folder, "nowhere"), /the plugin cannot listen on .*nowhere.*: listen E\w+/],
])("a host's folder that is %s is refused in one line", async (_, place, message) => {
  const plugin = start({ PLUGIN_UNIX_SOCKET_DIR: place() });
  expect(await plugin.exited).toBe(1);
  expect(plugin.stdout()).toBe("");
  expect(plugin.stderr().trimEnd().split("\n")).toHaveLength(1);
  const { "@level": level, "@message": text } = JSON.parse(plugin.stderr());
  expect(level).toBe("error");
  expect(text).toMatch(message);
});

test.each([
  ["a number", () => String(process.getgid?.())],
  ["a name", () => execFileSync("id", ["-gn"], { encoding: "utf8" }).trim()],
])("the socket is given to a group that is told by %s", async (_, group) => {
  const plugin = start({ PLUGIN_UNIX_SOCKET_GROUP: group() });
  const [, , , address = ""] = await plugin.handshake;
  expect([address, dirname(address)].map((path) => [statSync(path).mode & 0o777, statSync(path).gid])).toEqual([
    [0o660, process.getgid?.()],
    [0o750, process.getgid?.()],
  ]);
  expect(await callAndStop(plugin)).toBe(0);
});

test("a group that does not exist is told, and nothing is left behind", async () => {
  const place = join(folder, "no-group");
  mkdirSync(place);
  const plugin = start({ TMPDIR: place, PLUGIN_UNIX_SOCKET_GROUP: "no-such-group" });
  expect(await plugin.exited).toBe(1);
  expect(JSON.parse(plugin.stderr())["@message"]).toMatch(
    /^the socket cannot be given to the group of PLUGIN_UNIX_SOCKET_GROUP: .*no-such-group/s,
  );
  expect(readdirSync(place)).toEqual([]);
});

test("TCP takes the first free port of the host's range", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => taken.once("listening", resolve));
  const bound = taken.address();
  const first = typeof bound === "object" && bound !== null ? bound.port : 0;
  const plugin = start({
    PROBE_NETWORK: "tcp",
    PLUGIN_MIN_PORT: String(first),
    PLUGIN_MAX_PORT: String(Math.min(first + 200, 65_535)),
  });
  const [, , network, address = ""] = await plugin.handshake;
  expect(network).toBe("tcp");
  expect(Number(address.replace("127.0.0.1:", ""))).toBeGreaterThan(first);
  expect(await callAndStop(plugin)).toBe(0);
  const full = start({ PROBE_NETWORK: "tcp", PLUGIN_MIN_PORT: String(first), PLUGIN_MAX_PORT: String(first) });
  expect(await full.exited).toBe(1);
  expect(JSON.parse(full.stderr())["@message"]).toMatch(
    `the plugin cannot listen on any port from PLUGIN_MIN_PORT (${first}) to PLUGIN_MAX_PORT (${first}): listen EADDRINUSE`,
  );
  taken.close();
});

test("a host certificate that is none ends the plugin: it never serves in the clear instead", async () => {
  const plugin = start({ PLUGIN_CLIENT_CERT: "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n" });
  expect(await plugin.exited).toBe(1);
  expect(plugin.stdout()).toBe("");
  expect(JSON.parse(plugin.stderr())["@message"]).toMatch(/^PLUGIN_CLIENT_CERT is no certificate/);
});

test("multiplexing is declined in the seventh field, which is not there for other hosts", async () => {
  expect((await start({ PLUGIN_MULTIPLEX_GRPC: "true" }).handshake).slice(5)).toEqual(["", "false"]);
});

test("SIGINT and SIGHUP, which a terminal sends to everybody in it, are the host's to act upon", async () => {
  const plugin = start();
  await plugin.handshake;
  plugin.child.kill("SIGINT");
  plugin.child.kill("SIGHUP");
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(await callAndStop(plugin)).toBe(0);
});

test("a host that disconnects, and is still there, is waited for", async () => {
  const plugin = start();
  for (let round = 0; round < 2; round++) {
    const [, , , address = ""] = await plugin.handshake;
    const { transport, close } = openConnection({ address: () => ({ network: "unix", address }), tls: undefined });
    await createClient(Probe, transport).echo({});
    close();
    await new Promise((resolve) => setTimeout(resolve, 1500));
  }
  expect(await callAndStop(plugin)).toBe(0);
  // All that came after the handshake are empty lines.
  expect(plugin.stdout().trim().split("\n")).toHaveLength(1);
});

test("a socket that is gone already does not keep the plugin from ending", async () => {
  const plugin = start();
  const [, , , address = ""] = await plugin.handshake;
  rmSync(dirname(address), { recursive: true });
  plugin.child.kill("SIGTERM");
  expect(await plugin.exited).toBe(0);
});

test("a hook that does not return delays the end, and does not prevent it", async () => {
  const plugin = start({ PROBE_STUCK_END: "1" });
  await plugin.handshake;
  // Until the plugin has taken over from the handshake.
  await new Promise((resolve) => setTimeout(resolve, 500));
  const started = performance.now();
  plugin.child.kill("SIGTERM");
  expect(await plugin.exited).toBe(0);
  const ms = performance.now() - started;
  console.log(`with a hook that does not return the plugin was gone after ${Math.round(ms)} ms`);
  expect(ms).toBeGreaterThan(280);
  expect(ms).toBeLessThan(2000);
});
