import { Buffer } from "node:buffer";
import { performance } from "node:perf_hooks";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { type Endpoint, openEndpoint } from "./endpoint.js";
import { connectGrpc } from "./testing/clients.js";
import { clientHello, framesIn, grpcRequest } from "./testing/frames.js";
import { ProbeServer } from "./testing/probe.js";
import { http1, openRaw, type RawConnection, sendInPieces } from "./testing/raw.js";

const firstBytesMs = 250;
const server = new ProbeServer();
let endpoint: Endpoint;
/** The same, for clients that are to be dropped: a busy machine may need longer for the others. */
let hasty: Endpoint;
const opened: RawConnection[] = [];
beforeAll(async () => {
  endpoint = await openEndpoint({ token: false, routes: server.routes });
  hasty = await openEndpoint({ token: false, limits: { firstBytesMs }, routes: server.routes });
});
afterAll(() => Promise.all([endpoint.close(), hasty.close()]));
afterEach(async () => {
  for (const { socket } of opened.splice(0)) socket.destroy();
  // Whatever the test sent: the endpoint lives and serves.
  await connectGrpc(endpoint).probe.echo({});
});

async function open({ url } = endpoint): Promise<RawConnection> {
  const raw = await openRaw(url);
  opened.push(raw);
  return raw;
}

const checkHealth = http1(
  [
    "POST /grpc.health.v1.Health/Check HTTP/1.1",
    "Host: localhost",
    "Content-Type: application/json",
    "Content-Length: 2",
  ],
  "{}",
);
const isServing = (received: Buffer) => received.includes('{"status":"SERVING"}');
const responseTo = (stream: number) => (received: Buffer) =>
  framesIn(received).some((frame) => frame.type === "HEADERS" && frame.stream === stream);

describe("the start of HTTP/2", () => {
  const hello = Buffer.concat([clientHello, grpcRequest(1, "/nowhere", [[":authority", "localhost"]])]);

  test("arrives in one piece", async () => {
    const raw = await open();
    raw.socket.write(hello);
    expect(responseTo(1)(await raw.until(responseTo(1)))).toBe(true);
  });

  test("arrives byte by byte", async () => {
    const raw = await open();
    raw.socket.setNoDelay(true);
    await sendInPieces(
      raw,
      Array.from(hello, (byte) => Uint8Array.of(byte)),
    );
    expect(responseTo(1)(await raw.until(responseTo(1)))).toBe(true);
  });

  test("goes on as something else", async () => {
    const raw = await open();
    await sendInPieces(raw, [Buffer.from("PRI * HTTP/2.0\r\n"), Buffer.from("\r\nXX\r\n\r\n and so on")]);
    await raw.closed;
  });

  test("is no HTTP/2 after all", async () => {
    const raw = await open();
    await sendInPieces(raw, [Buffer.from("PRI * HTT"), Buffer.from("P/1.1\r\nHost: localhost\r\n\r\n")]);
    expect((await raw.until((received) => received.includes("\r\n\r\n"))).toString()).toMatch(/^HTTP\/1.1 4/);
  });
});

describe("HTTP/1.1", () => {
  test("arrives in two pieces, cut in the request line", async () => {
    const raw = await open();
    await sendInPieces(raw, [checkHealth.subarray(0, 20), checkHealth.subarray(20)]);
    expect(isServing(await raw.until(isServing))).toBe(true);
  });

  test("arrives byte by byte, two requests in one connection", async () => {
    const raw = await open();
    for (let round = 1; round <= 2; round++) {
      await sendInPieces(
        raw,
        Array.from(checkHealth, (byte) => Uint8Array.of(byte)),
      );
      const isAnswered = (received: Buffer) => received.toString().split('{"status":"SERVING"}').length === round + 1;
      expect(isAnswered(await raw.until(isAnswered))).toBe(true);
    }
  });

  test("that would like to become h2c stays HTTP/1.1", async () => {
    const raw = await open();
    const upgrade = ["Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: AAMAAABkAAQAAP__"];
    const [line = "", ...rest] = checkHealth.toString().split("\r\n");
    raw.socket.write([line, ...upgrade, ...rest].join("\r\n"));
    const received = await raw.until(isServing);
    expect(received.toString()).toMatch(/^HTTP\/1.1 200 OK/);
  });

  test("with a huge header is refused", async () => {
    const raw = await open();
    raw.socket.write(http1(["GET / HTTP/1.1", "Host: localhost", `X-Huge: ${"x".repeat(100_000)}`]));
    await raw.closed;
    // Node closes with unread bytes, so the answer may be lost on the way.
    expect(raw.received().toString()).toMatch(/^$|^HTTP\/1.1 431 /);
  });

  test.each([
    ["no Host", ["GET / HTTP/1.1", "Connection: close"]],
    ["an empty Host", ["GET / HTTP/1.1", "Host:", "Connection: close"]],
    ["two Hosts", ["GET / HTTP/1.1", "Host: localhost", "Host: localhost", "Connection: close"]],
    ["a Host that is no host", ["GET / HTTP/1.1", "Host: %2Ftmp%2Fp.sock", "Connection: close"]],
    ["a Host of other letters", ["GET / HTTP/1.1", "Host: l\xf6calhost", "Connection: close"]],
    ["a Host of 8 KiB", ["GET / HTTP/1.1", `Host: ${"%".repeat(8192)}`, "Connection: close"]],
    ["no Host in HTTP/1.0", ["GET / HTTP/1.0"]],
    ["another host in the target", ["GET http://evil.example/ HTTP/1.1", "Host: localhost", "Connection: close"]],
  ])("with %s is 400", async (_, lines) => {
    const raw = await open();
    raw.socket.write(http1([...lines, ""]));
    expect((await raw.until(() => false)).toString()).toMatch(/^HTTP\/1.1 400 /);
  });

  test.each(["CONNECT evil.example:443 HTTP/1.1", "TRACE / HTTP/1.1", "OPTIONS * HTTP/1.1"])(
    "%s gets no further",
    async (line) => {
      const raw = await open();
      raw.socket.write(http1([line, "Host: localhost", "Connection: close", ""]));
      expect((await raw.until(() => false)).toString()).toMatch(/^$|^HTTP\/1.1 4/);
    },
  );

  test("that never ends its headers is dropped", async () => {
    const started = performance.now();
    const raw = await open(hasty);
    raw.socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n");
    await raw.closed;
    // It is looked at once per interval.
    expect(performance.now() - started).toBeLessThan(4 * 2 * firstBytesMs);
    expect(raw.received().toString()).toMatch(/^HTTP\/1.1 408 /);
  });

  test("that goes away in the middle of a request leaves nothing behind", async () => {
    const raw = await open();
    raw.socket.write(checkHealth.subarray(0, -1));
    await sendInPieces(raw, [Buffer.of(0x7b)]);
    raw.socket.resetAndDestroy();
    await raw.closed;
  });
});

describe("neither", () => {
  test.each([
    ["a TLS hello", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"],
    ["zeros", "\0".repeat(64)],
    ["text without a line end", "hello"],
    ["all bytes there are", String.fromCharCode(...Array(256).keys())],
  ])("%s ends the connection", async (_, bytes) => {
    const raw = await open();
    raw.socket.end(Buffer.from(bytes, "latin1"));
    await raw.closed;
  });

  test.each([
    ["nothing", ""],
    ["half a request line", "POST /nowh"],
    ["half a header", "POST /nowhere HTTP/1.1\r\nHost: local"],
    ["the start of the HTTP/2 preface", "PRI * HTTP/2"],
    ["half of the HTTP/2 preface", "PRI * HTTP/2.0\r\n"],
    ["the HTTP/2 preface and no more", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
  ])("a client that sends %s and waits is dropped", async (_, bytes) => {
    const started = performance.now();
    const raw = await open(hasty);
    raw.socket.write(bytes);
    await raw.closed;
    // HTTP/1.1 is looked at once per interval.
    expect(performance.now() - started).toBeLessThan(4 * 2 * firstBytesMs);
  });

  test("a client that says PRI and hangs up is let go", async () => {
    const raw = await open();
    raw.socket.end("PRI");
    await raw.closed;
  });
});
