import { Buffer } from "node:buffer";
import { once } from "node:events";
import { connect, constants } from "node:http2";
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { type Endpoint, openEndpoint } from "./endpoint.js";
import { clientKinds } from "./testing/clients.js";
import { clientHello, frame, framesIn, grpcRequest } from "./testing/frames.js";
import { Probe, ProbeServer } from "./testing/probe.js";
import { http1, openRaw } from "./testing/raw.js";
import { clampTimeouts } from "./time-limits.js";

const longest = 2 ** 31 - 1;

describe("the time that a call is allowed", () => {
  test.each([
    ["596H", "596H"],
    ["597H", "2147483S"],
    ["99999999H", "2147483S"],
    ["35791M", "35791M"],
    ["35792M", "2147483S"],
    ["99999999S", "2147483S"],
    ["99999999m", "99999999m"],
    ["99999999n", "99999999n"],
    ["720h", "720h"],
    ["999999999H", "999999999H"],
    ["-1H", "-1H"],
    ["", ""],
  ])("grpc-timeout: %s becomes %s", (sent, seen) => {
    const headers = { "grpc-timeout": sent };
    clampTimeouts(headers);
    expect(headers).toEqual({ "grpc-timeout": seen });
  });

  test.each([
    [String(longest), String(longest)],
    [String(longest + 1), String(longest)],
    ["9999999999", String(longest)],
    ["99999999999", "99999999999"],
    ["1e99", "1e99"],
    ["0", "0"],
  ])("connect-timeout-ms: %s becomes %s", (sent, seen) => {
    const headers = { "connect-timeout-ms": sent };
    clampTimeouts(headers);
    expect(headers).toEqual({ "connect-timeout-ms": seen });
  });

  test.each(clientKinds)("may be 30 days: $kind", async ({ kind, connect }) => {
    let allowed: number | undefined;
    const endpoint = await openEndpoint({
      token: false,
      routes: (router) =>
        router.service(Probe, {
          async *repeat(_, { signal, timeoutMs }) {
            allowed = timeoutMs();
            await new Promise((resolve) => setTimeout(resolve, 50));
            signal.throwIfAborted();
            yield {};
          },
        }),
    });
    const month = 30 * 24 * 60 * 60;
    const headers: Record<string, string> = kind.startsWith("Connect")
      ? { "connect-timeout-ms": String(month * 1000) }
      : { "grpc-timeout": `${month}S` };
    let received = 0;
    for await (const _ of connect({ ...endpoint, headers }).probe.repeat({})) received++;
    expect(received).toBe(1);
    expect(allowed).toBeGreaterThan(24.8 * 24 * 60 * 60 * 1000);
    await endpoint.close();
  });
});

describe("a request that is not sent to its end", () => {
  const requestMs = 300;
  const server = new ProbeServer();
  let endpoint: Endpoint;
  beforeAll(async () => {
    endpoint = await openEndpoint({ token: false, limits: { requestMs, firstBytesMs: 300 }, routes: server.routes });
  });
  afterAll(() => endpoint.close());

  test("is reset over HTTP/2, and the connection goes on", async () => {
    const started = performance.now();
    const raw = await openRaw(endpoint.url);
    const authority = [[":authority", "localhost"]] as const;
    const whole = grpcRequest(1, `/${Probe.typeName}/Echo`, authority);
    // All but the data frame, which ends the stream.
    raw.socket.write(Buffer.concat([clientHello, whole.subarray(0, -(9 + 5))]));
    const isReset = (bytes: Buffer) =>
      framesIn(bytes).some(({ type, stream }) => type === "RST_STREAM" && stream === 1);
    expect(isReset(await raw.until(isReset))).toBe(true);
    const ms = performance.now() - started;
    process.stderr.write(`an unfinished request was reset after ${ms.toFixed(0)} ms (limit ${requestMs})\n`);
    expect(ms).toBeLessThan(4 * requestMs);
    const ping = frame(6, 0, 0, Buffer.alloc(8));
    raw.socket.write(Buffer.concat([ping, grpcRequest(3, `/${Probe.typeName}/Echo`, authority)]));
    const isAnswered = (bytes: Buffer) =>
      framesIn(bytes).some(({ type, stream }) => type === "HEADERS" && stream === 3);
    expect(isAnswered(await raw.until(isAnswered))).toBe(true);
    raw.socket.destroy();
  });

  test("is refused over HTTP/1.1", async () => {
    const started = performance.now();
    const raw = await openRaw(endpoint.url);
    const head = [`POST /${Probe.typeName}/Echo HTTP/1.1`, "Host: localhost", "Content-Type: application/json"];
    raw.socket.write(http1([...head, "Content-Length: 9", ""]));
    await raw.closed;
    const ms = performance.now() - started;
    process.stderr.write(`an unfinished request was refused after ${ms.toFixed(0)} ms (limit ${requestMs})\n`);
    // It is looked at once per interval.
    expect(ms).toBeLessThan(4 * 2 * requestMs);
  });

  test("is waited for where it is a stream of questions", async () => {
    const [, , grpc] = clientKinds;
    let finish = () => {};
    const later = new Promise<void>((resolve) => {
      finish = resolve;
    });
    async function* asking() {
      yield { messageRequest: { case: "listServices", value: "" } as const };
      await later;
      yield { messageRequest: { case: "listServices", value: "" } as const };
    }
    setTimeout(finish, 2 * requestMs);
    let answers = 0;
    for await (const _ of grpc?.connect(endpoint).reflection.serverReflectionInfo(asking()) ?? []) answers++;
    expect(answers).toBe(2);
  });
});

describe("an HTTP/2 connection on which nothing happens", () => {
  const server = new ProbeServer();
  let endpoint: Endpoint;
  beforeAll(async () => {
    endpoint = await openEndpoint({ token: false, limits: { idleMs: 300 }, routes: server.routes });
  });
  afterAll(() => endpoint.close());

  test("is ended after its last call, and the client told", async () => {
    const session = connect(endpoint.url);
    const told = once(session, "goaway");
    const closed = once(session, "close");
    const stream = session.request({ ":method": "POST", ":path": "/nowhere" });
    stream.resume().end();
    await once(stream, "close");
    expect((await told)[0]).toBe(constants.NGHTTP2_NO_ERROR);
    await closed;
  });

  test("is ended although the client does not hang up", async () => {
    const raw = await openRaw(endpoint.url);
    raw.socket.allowHalfOpen = true;
    raw.socket.write(clientHello);
    await raw.until((received) => framesIn(received).some(({ type }) => type === "GOAWAY"));
    // Half-open, it would stay for ever. What it sends is answered with a reset.
    const sending = setInterval(() => raw.socket.write(frame(6, 0, 0, Buffer.alloc(8))), 50);
    await raw.closed;
    clearInterval(sending);
  });

  test("goes on while it has a call, and is ended after it", async () => {
    const session = connect(endpoint.url);
    const closed = once(session, "close");
    let isTold = false;
    session.on("goaway", () => {
      isTold = true;
    });
    const stream = session.request({
      ":method": "POST",
      ":path": `/${Probe.typeName}/Hang`,
      "content-type": "application/grpc",
    });
    stream.on("error", () => {});
    stream.end(Buffer.alloc(5));
    await once(stream, "data");
    await sleep(1_000);
    expect([isTold, session.closed]).toEqual([false, false]);
    stream.close(constants.NGHTTP2_CANCEL);
    await closed;
    expect(isTold).toBe(true);
  });
});
