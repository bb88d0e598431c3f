import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect as connectHttp2 } from "node:http2";
import { Agent, get } from "node:https";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { selfSigned } from "../../src/node/endpoint/testing/certificate.js";
import { terminal } from "../support/clients.js";
import { runSource } from "../support/process.js";
import { startOutputPlugin, stop, toolsAt, transportsTo } from "./support.js";

jest.setTimeout(60_000);

const { cert, key } = selfSigned(["localhost", "127.0.0.1", "*.wild.example"]);
const folder = mkdtempSync(join(tmpdir(), "endpoint-"));
const [certFile, keyFile] = [join(folder, "cert.pem"), join(folder, "key.pem")];
const withTls = ["--tls-cert", certFile, "--tls-key", keyFile];
beforeAll(() => {
  writeFileSync(certFile, cert);
  writeFileSync(keyFile, key);
});
afterAll(() => rmSync(folder, { recursive: true }));

test("with a certificate the plugin is called over TLS, from its start line to every protocol", async () => {
  const plugin = await startOutputPlugin(...withTls);
  expect(plugin.stdout()).toMatch(
    /^listening on https:\/\/127\.0\.0\.1:\d+\nsend this header: authorization: Bearer [\w-]{43}\n$/,
  );
  for (const transport of Object.values(transportsTo(plugin, { ca: cert })))
    expect(await terminal(toolsAt(transport).invoke("length", { text: "four" }))).toMatchObject({
      payload: { length: 4 },
    });
  expect(await stop(plugin)).toBe(0);
  expect(plugin.stderr()).toBe("");
});

test("any address is fine with a certificate and a token, and called by the names that it is told", async () => {
  const plugin = await startOutputPlugin("--listen", "0.0.0.0:0", ...withTls, "--host-name", "tools.example");
  const { port } = new URL(plugin.url);
  expect(plugin.url).toBe(`https://tools.example:${port}`);
  const statusFor = async (host: string) => {
    const options = { ca: cert, servername: "localhost", headers: { host, authorization: `Bearer ${plugin.token}` } };
    const [answer] = await once(get(`https://127.0.0.1:${port}/nowhere`, { ...options, agent: false }), "response");
    answer.resume();
    return answer.statusCode;
  };
  for (const host of ["tools.example", "localhost", "a.wild.example:8443"]) expect(await statusFor(host)).toBe(404);
  for (const host of ["0.0.0.0", "evil.example", "a.tools.example"]) expect(await statusFor(host)).toBe(403);
  expect(await stop(plugin)).toBe(0);
});

describe("refused at the start with a sentence", () => {
  test.each<[string, () => string[], RegExp]>([
    [
      "another address without TLS",
      () => ["0.0.0.0:0"],
      /^cannot listen on 0\.0\.0\.0 without TLS: give a certificate/,
    ],
    ["an IPv6 address without TLS", () => ["[::]:0"], /^cannot listen on :: without TLS: /],
    [
      "another address without a token",
      () => ["0.0.0.0:0", ...withTls, "--no-token"],
      /^cannot listen on 0\.0\.0\.0 without a token: /,
    ],
    [
      "a certificate without its key",
      () => ["127.0.0.1:0", "--tls-cert", certFile],
      /^--tls-cert and --tls-key go together\n/,
    ],
    [
      "a file that is not there",
      () => ["127.0.0.1:0", "--tls-cert", "nowhere.pem", "--tls-key", keyFile],
      /^cannot read nowhere\.pem: ENOENT/,
    ],
    [
      "a file that is no certificate",
      () => ["127.0.0.1:0", "--tls-cert", keyFile, "--tls-key", keyFile],
      /^the certificate cannot be read /,
    ],
    [
      "a host name with a port",
      () => ["127.0.0.1:0", "--host-name", "a.example:1"],
      /^"a\.example:1" is no host name: /,
    ],
  ])("%s", async (_, args, text) => {
    const [address = "", ...others] = args();
    const refused = runSource(new URL("./output-plugin.ts", import.meta.url), ["--listen", address, ...others]);
    expect(await refused.exited).toBe(1);
    expect(refused.stderr()).toMatch(text);
    expect(refused.stderr()).not.toMatch(/^ +at /m);
    expect(refused.stdout()).toBe("");
  });
});

test.each([
  ["plain", []],
  ["TLS", withTls],
])("SIGTERM ends a plugin with idle clients and a running call: %s", async (way, args) => {
  const plugin = await startOutputPlugin(...args);
  const { hostname, port } = new URL(plugin.url);
  const silent = connect(Number(port), hostname);
  const session = connectHttp2(plugin.url, { ca: cert });
  for (const client of [silent, session]) client.on("error", () => {});
  await Promise.all([once(silent, "connect"), once(session, "remoteSettings")]);
  const agent = new Agent({ keepAlive: true, ca: cert });
  if (way === "TLS") (await once(get(plugin.url, { agent }), "response"))[0].resume();

  const names: string[] = [];
  const running = toolsAt(transportsTo(plugin, { ca: cert }).gRPC).invoke("rest", { ms: 60_000 });
  let told = 0;
  for await (const { name } of running) {
    if (names.length === 0) {
      told = performance.now();
      plugin.child.kill("SIGTERM");
    }
    names.push(name);
  }
  expect(names).toEqual(["progress", "error"]);
  expect(await plugin.exited).toBe(0);
  const ms = performance.now() - told;
  process.stderr.write(`SIGTERM with idle clients and a running call, ${way}: gone after ${ms.toFixed(0)} ms\n`);
  // Promised are two seconds.
  expect(ms).toBeLessThan(8000);
  expect(plugin.stderr()).toBe("");
  agent.destroy();
  session.destroy();
  silent.destroy();
});
