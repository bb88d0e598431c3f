import { createServer } from "node:net";
import { Code, ConnectError } from "@connectrpc/connect";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { HealthCheckResponse_ServingStatus as Status } from "@plugwright/protocol/health";
import { type Endpoint, openEndpoint } from "./endpoint.js";
import { clientKinds } from "./testing/clients.js";
import { ProbeServer, repeats } from "./testing/probe.js";

let endpoint: Endpoint;
beforeAll(async () => {
  endpoint = await openEndpoint({ routes: new ProbeServer().routes });
});
afterAll(() => endpoint.close());

describe.each(clientKinds)("$kind", ({ connect }) => {
  test("gets answers, on the same port as everybody", async () => {
    const { probe, health } = connect(endpoint);
    expect((await health.check({})).status).toBe(Status.SERVING);
    expect((await probe.echo({ value: new Uint8Array([1, 2, 3]) })).value).toEqual(new Uint8Array([1, 2, 3]));
  });

  test("is told that a method is unknown", async () => {
    const { other } = connect(endpoint);
    const failure = await other.echo({}).catch((reason: unknown) => ConnectError.from(reason));
    expect(failure).toMatchObject({ code: Code.Unimplemented, rawMessage: "this endpoint has no such method" });
  });

  test("gets a stream of 64 KiB messages whole", async () => {
    const { probe } = connect(endpoint);
    const value = new Uint8Array(64 * 1024).fill(7);
    let received = 0;
    for await (const message of probe.repeat({ value })) received += message.value.length;
    expect(received).toBe(repeats * value.length);
  });

  test("may send a message of nearly 4 MiB and none that is larger", async () => {
    const { probe } = connect(endpoint);
    const limit = 4 * 1024 * 1024;
    expect((await probe.echo({ value: new Uint8Array(limit - 16) })).value.length).toBe(limit - 16);
    for (let round = 0; round < 2; round++) {
      const failure = await probe
        .echo({ value: new Uint8Array(limit) })
        .catch((reason: unknown) => ConnectError.from(reason));
      expect(failure).toMatchObject({ code: Code.ResourceExhausted });
      // Where the connection is kept, the unread rest of the message stands before this one.
      await probe.echo({});
    }
  });
});

test("the limits for messages can be set", async () => {
  const small = await openEndpoint({
    routes: new ProbeServer().routes,
    limits: { readMaxBytes: 100, writeMaxBytes: 50 },
  });
  for (const { connect } of clientKinds) {
    const { probe } = connect(small);
    const codeFor = (length: number) =>
      probe.echo({ value: new Uint8Array(length) }).then(
        () => "ok",
        (reason: unknown) => ConnectError.from(reason).rawMessage,
      );
    expect(await codeFor(40)).toBe("ok");
    expect(await codeFor(80)).toContain("writeMaxBytes");
    expect(await codeFor(120)).toContain("readMaxBytes");
  }
  await small.close();
});

test("the generated token is long and another one each time", async () => {
  const other = await openEndpoint({ routes: () => {} });
  expect(endpoint.token).toMatch(/^[\w-]{43}$/);
  expect(other.token).not.toBe(endpoint.token);
  await other.close();
});

test.each([
  [undefined, "http://127.0.0.1:"],
  ["127.0.0.2", "http://127.0.0.2:"],
  ["localhost", "http://localhost:"],
])("host %s listens at %s", async (host, start) => {
  const here = await openEndpoint({ host, routes: new ProbeServer().routes });
  expect(here.url.startsWith(start)).toBe(true);
  expect((await fetch(`${here.url}/grpc.health.v1.Health/Check?connect=v1&encoding=json&message={}`)).status).toBe(405);
  await here.close();
});

test.each(["::1", "[::1]"])("host %s is put in brackets", async (host) => {
  const here = await openEndpoint({ host, routes: () => {} }).catch((reason: Error) => reason);
  // Containers often have no IPv6.
  if (here instanceof Error) return expect(here.message).toMatch(/^cannot listen on \[::1\]:0: this machine/);
  expect(here.url).toMatch(/^http:\/\/\[::1\]:\d+$/);
  await here.close();
});

test.each(["", "a b", "/tmp/socket"])("host %j is refused before anything opens", async (host) => {
  await expect(openEndpoint({ host, routes: () => {} })).rejects.toThrow(
    `cannot listen on ${JSON.stringify(host)}: it is no address`,
  );
});

test.each([-1, 65_536, 1.5, Number.NaN])("port %s is refused", async (port) => {
  await expect(openEndpoint({ port, routes: () => {} })).rejects.toThrow(`cannot listen on port ${port}: a port is`);
});

test("a port in use is named, with what to do", async () => {
  const { port } = new URL(endpoint.url);
  const failure = openEndpoint({ port: Number(port), routes: () => {} });
  await expect(failure).rejects.toThrow(
    `cannot listen on 127.0.0.1:${port}: the port is in use. Stop what uses it, or choose another port (0 means any free one).`,
  );
  await expect(failure).rejects.toHaveProperty("cause.code", "EADDRINUSE");
});

test("a port asked for is the port that is used", async () => {
  const probe = createServer();
  const port = await new Promise<number>((resolve) => {
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      resolve(typeof address === "object" && address !== null ? address.port : 0);
    });
  });
  await new Promise((resolve) => probe.close(resolve));
  const here = await openEndpoint({ port, routes: () => {} });
  expect(here.url).toBe(`http://127.0.0.1:${port}`);
  await here.close();
});

test("a token that no header can carry is refused, and not shown", async () => {
  const failure = await openEndpoint({ token: "geheim\n", routes: () => {} }).catch((reason: Error) => reason);
  expect(failure).toHaveProperty("message", expect.stringContaining("the token cannot be sent in a header"));
  expect(failure).toHaveProperty("message", expect.not.stringContaining("geheim"));
  await expect(openEndpoint({ token: "", routes: () => {} })).rejects.toThrow("the token cannot be sent in a header");
});

test.each(["*", "null", "https://app.example/", "app.example", "HTTPS://app.example"])(
  "%j is refused as an origin",
  async (origin) => {
    await expect(openEndpoint({ allowOrigin: [origin], routes: () => {} })).rejects.toThrow("is not an origin");
  },
);
