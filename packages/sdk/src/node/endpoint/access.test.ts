import { Buffer } from "node:buffer";
import { request } from "node:http";
import { Code, ConnectError, cors } from "@connectrpc/connect";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { type Endpoint, openEndpoint } from "./endpoint.js";
import { clientKinds, type Target } from "./testing/clients.js";
import { clientHello, type Frame, framesIn, grpcRequest } from "./testing/frames.js";
import { Probe, ProbeServer } from "./testing/probe.js";
import { openRaw } from "./testing/raw.js";

const token = "a-token-of-the-tests";
const page = "https://app.example";
const server = new ProbeServer();
let endpoint: Endpoint;
beforeAll(async () => {
  endpoint = await openEndpoint({ token, allowOrigin: [page], routes: server.routes });
});
afterAll(() => endpoint.close());
afterEach(() => {
  server.runs = 0;
});

const refused: readonly [string, Omit<Target, "url">, Code][] = [
  ["no token", {}, Code.Unauthenticated],
  ["a wrong token", { token: "wrong" }, Code.Unauthenticated],
  ["a token that starts right", { token: `${token}x` }, Code.Unauthenticated],
  ["another scheme", { headers: { authorization: `Basic ${token}` } }, Code.Unauthenticated],
  ["the page of another origin", { token, headers: { origin: "https://evil.example" } }, Code.PermissionDenied],
  ["a sandboxed page", { token, headers: { origin: "null" } }, Code.PermissionDenied],
  ["a page of our own address", { token, headers: { origin: "http://127.0.0.1" } }, Code.PermissionDenied],
];

describe.each(clientKinds)("$kind", ({ connect }) => {
  test.each(refused)("with %s gets its code and never reaches a handler", async (_, target, code) => {
    const { probe } = connect({ url: endpoint.url, ...target });
    const value = new Uint8Array(200_000);
    const unary = await probe.echo({ value }).catch((reason: unknown) => ConnectError.from(reason));
    expect(unary).toMatchObject({ code });
    const stream = await probe
      .repeat({ value })
      [Symbol.asyncIterator]()
      .next()
      .catch((reason: unknown) => ConnectError.from(reason));
    expect(stream).toMatchObject({ code });
    for (const failure of [unary, stream]) expect(JSON.stringify(failure)).not.toContain(token);
    expect(server.runs).toBe(0);
  });

  test("with the name of another host gets its code and never reaches a handler", async () => {
    // Node's HTTP/2 client then sends no :authority.
    const { probe } = connect({ url: endpoint.url, token, headers: { host: "evil.example" } });
    const failure = await probe.echo({}).catch((reason: unknown) => ConnectError.from(reason));
    expect(failure).toMatchObject({ code: Code.PermissionDenied });
    expect(server.runs).toBe(0);
  });

  test("with the token is served, from an allowed page too", async () => {
    await connect({ url: endpoint.url, token }).probe.echo({});
    await connect({ url: endpoint.url, token, headers: { origin: page } }).probe.echo({});
    expect(server.runs).toBe(2);
  });

  test("needs no token for health, but must come to the right host", async () => {
    await connect({ url: endpoint.url }).health.check({});
    const { health } = connect({ url: endpoint.url, headers: { host: "evil.example" } });
    await expect(health.check({})).rejects.toThrow();
  });
});

test("token: false asks for none", async () => {
  const open = await openEndpoint({ token: false, routes: server.routes });
  expect(open.token).toBeUndefined();
  for (const { connect } of clientKinds) await connect({ url: open.url }).probe.echo({});
  expect(server.runs).toBe(clientKinds.length);
  await open.close();
});

test("a gRPC call is refused with one header frame that ends the stream, as gRPC requires", async () => {
  const raw = await openRaw(endpoint.url);
  raw.socket.write(
    Buffer.concat([clientHello, grpcRequest(1, `/${Probe.typeName}/Echo`, [[":authority", "localhost"]])]),
  );
  const isHeaders = (frame: Frame) => frame.stream === 1 && frame.type === "HEADERS";
  const received = await raw.until((bytes) => framesIn(bytes).some(isHeaders));
  expect(framesIn(received).find(isHeaders)?.endsStream).toBe(true);
  raw.socket.destroy();
});

describe("plain HTTP", () => {
  const path = `/${Probe.typeName}/Echo`;

  test("gets a status and a line of text", async () => {
    const answer = await fetch(endpoint.url + path, { method: "POST", body: "x" });
    expect(answer.status).toBe(401);
    expect(answer.headers.get("www-authenticate")).toBe("Bearer");
    expect(answer.headers.get("access-control-allow-origin")).toBeNull();
    expect(await answer.text()).toBe("send the token: authorization: Bearer <token>\n");
  });

  test("gets a Connect error for JSON", async () => {
    const headers = { "content-type": "application/json", authorization: "Bearer no" };
    const answer = await fetch(endpoint.url + path, { method: "POST", body: "{}", headers });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toEqual({ code: "unauthenticated", message: "wrong token" });
  });

  test.each(["evil.example", "evil.example:80", "127.0.0.1.evil.example"])("Host: %s is 403", async (host) => {
    const answer = await send("POST", path, { host, authorization: `Bearer ${token}` });
    expect(answer.status).toBe(403);
    expect(server.runs).toBe(0);
  });

  test("the scheme's case and spaces do not matter", async () => {
    const headers = { "content-type": "application/json", authorization: `bearer  ${token}` };
    expect((await fetch(endpoint.url + path, { method: "POST", body: '""', headers })).status).toBe(200);
  });

  test("a preflight of an allowed page is answered without a token", async () => {
    const asked = {
      origin: page,
      "access-control-request-method": "POST",
      "access-control-request-headers": "authorization",
    };
    const answer = await send("OPTIONS", path, asked);
    expect(answer.status).toBe(204);
    expect(answer.headers).toMatchObject({
      "access-control-allow-origin": page,
      "access-control-allow-methods": "POST, GET",
      "access-control-allow-headers": [...cors.allowedHeaders, "Authorization"].join(", "),
      vary: "Origin",
    });
  });

  test("a preflight of another page is 403, without a CORS header", async () => {
    const asked = { origin: "https://evil.example", "access-control-request-method": "POST" };
    const answer = await send("OPTIONS", path, asked);
    expect(answer.status).toBe(403);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
  });

  test("an allowed page may read answers, also the one that asks for the token", async () => {
    for (const headers of [{}, { authorization: `Bearer ${token}` }]) {
      const answer = await send("POST", path, { origin: page, "content-type": "application/json", ...headers }, '""');
      expect(answer.status).toBe("authorization" in headers ? 200 : 401);
      expect(answer.headers).toMatchObject({
        "access-control-allow-origin": page,
        "access-control-expose-headers": cors.exposedHeaders.join(", "),
      });
    }
  });
});

/** What fetch does not send: Host, Origin, Access-Control-Request-*. */
function send(method: string, path: string, headers: Record<string, string>, body = "") {
  return new Promise<{ status: number | undefined; headers: NodeJS.Dict<string | string[]> }>((resolve, reject) => {
    const sent = request(endpoint.url + path, { method, headers, agent: false }, (answer) => {
      answer.resume().once("end", () => resolve({ status: answer.statusCode, headers: answer.headers }));
    });
    sent.once("error", reject).end(body);
  });
}
