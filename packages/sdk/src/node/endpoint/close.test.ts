import { once } from "node:events";
import * as http from "node:http";
import * as http2 from "node:http2";
import * as https from "node:https";
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { Code, ConnectError } from "@connectrpc/connect";
import { afterAll, expect, jest, test } from "@jest/globals";
import { openEndpoint } from "./endpoint.js";
import { selfSigned } from "./testing/certificate.js";
import { startChild } from "./testing/child-process.js";
import { clientKinds, connectGrpc } from "./testing/clients.js";
import { Probe, ProbeServer } from "./testing/probe.js";
import { openRaw } from "./testing/raw.js";

// What is promised is about a second; a busy machine gets four times that.
const boundMs = 4_000;
jest.setTimeout(60_000);

const measured: string[] = [];
afterAll(() => {
  process.stderr.write(`close() took: ${measured.join("; ")}\n`);
});

async function measureClose(what: string, close: () => Promise<unknown>): Promise<void> {
  const started = performance.now();
  await close();
  note(what, performance.now() - started);
}

function note(what: string, ms: number): void {
  measured.push(`${what} ${ms.toFixed(0)} ms`);
  expect(ms).toBeLessThan(boundMs);
}

const tls = selfSigned(["127.0.0.1"]);
const ca = tls.cert;
const ways = [
  ["plain", {}],
  ["TLS", { tls }],
] as const;

/** Clients that keep their connections and do nothing with them. */
async function openIdleClients(url: string) {
  const [{ get }, agent] = url.startsWith("https")
    ? [https, new https.Agent({ keepAlive: true, ca })]
    : [http, new http.Agent({ keepAlive: true })];
  const [answer]: http.IncomingMessage[] = await once(get(url, { agent }), "response");
  answer?.resume();
  const session = http2.connect(url, { ca });
  session.on("error", () => {});
  await once(session, "remoteSettings");
  const below = url.replace("https:", "http:");
  const silent = await openRaw(below);
  const halfway = await openRaw(below);
  // Half a request line, or half a handshake.
  halfway.socket.write(url === below ? "GET / HT" : Buffer.from("16030102000100", "hex"));
  return { agent, session, silent, halfway };
}

test("with nothing open", async () => {
  const endpoint = await openEndpoint({ routes: () => {} });
  await measureClose("nothing open", () => endpoint.close());
  await expect(openRaw(endpoint.url)).rejects.toHaveProperty("code", "ECONNREFUSED");
});

test.each(ways)("with idle clients of every kind, which are told: %s", async (way, options) => {
  const endpoint = await openEndpoint({ ...options, routes: new ProbeServer().routes });
  const { agent, session, silent, halfway } = await openIdleClients(endpoint.url);
  const told = once(session, "goaway");
  const gone = once(session, "close");
  await measureClose(`idle clients, ${way},`, () => endpoint.close());
  await Promise.all([told, gone, silent.closed, halfway.closed]);
  agent.destroy();
});

test("with an HTTP/2 client that never hangs up", async () => {
  const endpoint = await openEndpoint({ routes: () => {} });
  const raw = await openRaw(endpoint.url);
  raw.socket.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
  await raw.until((received) => received.length > 0);
  raw.socket.pause();
  await measureClose("a client that never hangs up", () => endpoint.close());
  raw.socket.destroy();
});

test.each(ways)(
  "with a handler that takes no notice: its signal aborts, its client is cut off: %s",
  async (way, options) => {
    const server = new ProbeServer();
    const endpoint = await openEndpoint({ ...options, routes: server.routes });
    const stream = connectGrpc({ ...endpoint, ca })
      .probe.hang({})
      [Symbol.asyncIterator]();
    await stream.next();
    const end = stream.next().catch((reason: unknown) => ConnectError.from(reason));
    await measureClose(`a running stream, ${way},`, () => endpoint.close());
    expect(await end).toBeInstanceOf(ConnectError);
    expect(server.hanging?.reason).toMatchObject({ code: Code.Unavailable, rawMessage: "the endpoint is closing" });
  },
);

const kindsAndWays = clientKinds.flatMap((client) => ways.map(([way, options]) => ({ ...client, way, options })));

test.each(kindsAndWays)("a call that ends soon still gets its answer: $kind, $way", async (one) => {
  const { kind, connect, way, options } = one;
  let running = () => {};
  const started = new Promise<void>((resolve) => {
    running = resolve;
  });
  const endpoint = await openEndpoint({
    ...options,
    token: false,
    routes: (router) =>
      router.service(Probe, {
        echo: async ({ value }) => {
          running();
          await sleep(100);
          return { value };
        },
      }),
  });
  const answer = connect({ ...endpoint, ca }).probe.echo({ value: new Uint8Array([9]) });
  await started;
  await measureClose(`a call that ends soon, ${kind}, ${way},`, () => endpoint.close());
  expect((await answer).value).toEqual(new Uint8Array([9]));
});

test("the hook comes first, while running calls can still end in the caller's own way", async () => {
  const order: string[] = [];
  let finish = () => {};
  const endpoint = await openEndpoint({
    token: false,
    routes: (router) =>
      router.service(Probe, {
        async *hang(_, { signal }) {
          signal.addEventListener("abort", () => order.push("signal"));
          yield { value: new Uint8Array([1]) };
          await new Promise<void>((resolve) => {
            finish = resolve;
          });
          yield { value: new Uint8Array([2]) };
          order.push("handler");
        },
      }),
    beforeClose: async () => {
      order.push("hook");
      finish();
      await sleep(50);
    },
  });
  const received: number[] = [];
  for await (const { value } of connectGrpc(endpoint).probe.hang({})) {
    received.push(...value);
    if (received.length === 1) void endpoint.close();
  }
  expect(received).toEqual([1, 2]);
  await endpoint.close();
  expect(order.slice(0, 2)).toEqual(["hook", "handler"]);
});

test("a hook that hangs is not waited for", async () => {
  const endpoint = await openEndpoint({ routes: () => {}, beforeClose: () => new Promise(() => {}) });
  await measureClose("a hook that hangs", () => endpoint.close());
});

test.each([
  ["rejects", async () => Promise.reject(new Error("the hook's fault"))],
  [
    "throws",
    () => {
      throw new Error("the hook's fault");
    },
  ],
])("a hook that %s is reported after everything is closed", async (_, beforeClose) => {
  const endpoint = await openEndpoint({ routes: () => {}, beforeClose });
  await expect(endpoint.close()).rejects.toThrow("the hook's fault");
  await expect(openRaw(endpoint.url)).rejects.toHaveProperty("code", "ECONNREFUSED");
});

test("closing twice is closing once", async () => {
  let hooks = 0;
  const endpoint = await openEndpoint({
    routes: () => {},
    beforeClose: async () => {
      hooks += 1;
    },
  });
  await Promise.all([endpoint.close(), endpoint.close()]);
  await endpoint.close();
  expect(hooks).toBe(1);
});

test("the port is free again", async () => {
  const first = await openEndpoint({ routes: new ProbeServer().routes });
  const { session } = await openIdleClients(first.url);
  await first.close();
  const second = await openEndpoint({ port: Number(new URL(first.url).port), routes: () => {} });
  expect(second.url).toBe(first.url);
  await second.close();
  session.destroy();
});

test.each(ways)("a process that has nothing else to do ends: %s", async (way, options) => {
  const child = await startChild(options);
  const { agent, session, silent, halfway } = await openIdleClients(child.url);
  const stream = connectGrpc({ url: child.url, ca }).probe.hang({})[Symbol.asyncIterator]();
  await stream.next();
  const end = stream.next().catch((reason: unknown) => ConnectError.from(reason));
  const started = performance.now();
  const { code, closeMs } = await child.stop();
  note(`a child process, ${way}, with idle clients and a running stream,`, closeMs);
  note("and from the word to its exit", performance.now() - started);
  expect(code).toBe(0);
  expect(await end).toBeInstanceOf(ConnectError);
  await Promise.all([silent.closed, halfway.closed]);
  session.destroy();
  agent.destroy();
});
