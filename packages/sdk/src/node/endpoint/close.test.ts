import { once } from "node:events";
import * as http from "node:http";
import * as http2 from "node:http2";
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { Code, ConnectError } from "@connectrpc/connect";
import { afterAll, expect, jest, test } from "@jest/globals";
import { openEndpoint } from "./endpoint.js";
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

/** Clients that keep their connections and do nothing with them. */
async function openIdleClients(url: string) {
  const agent = new http.Agent({ keepAlive: true });
  const sent = http.get(url, { agent });
  const [answer]: http.IncomingMessage[] = await once(sent, "response");
  answer?.resume();
  const session = http2.connect(url);
  session.on("error", () => {});
  await once(session, "remoteSettings");
  const silent = await openRaw(url);
  const halfway = await openRaw(url);
  halfway.socket.write("GET / HT");
  return { agent, session, silent, halfway };
}

test("with nothing open", async () => {
  const endpoint = await openEndpoint({ routes: () => {} });
  await measureClose("nothing open", () => endpoint.close());
  await expect(openRaw(endpoint.url)).rejects.toHaveProperty("code", "ECONNREFUSED");
});

test("with idle clients of every kind, which are told", async () => {
  const endpoint = await openEndpoint({ routes: new ProbeServer().routes });
  const { agent, session, silent, halfway } = await openIdleClients(endpoint.url);
  const told = once(session, "goaway");
  const gone = once(session, "close");
  await measureClose("idle clients", () => endpoint.close());
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

test("with a handler that takes no notice: its signal aborts, its client is cut off", async () => {
  const server = new ProbeServer();
  const endpoint = await openEndpoint({ routes: server.routes });
  const stream = connectGrpc(endpoint).probe.hang({})[Symbol.asyncIterator]();
  await stream.next();
  const end = stream.next().catch((reason: unknown) => ConnectError.from(reason));
  await measureClose("a running stream", () => endpoint.close());
  expect(await end).toBeInstanceOf(ConnectError);
  expect(server.hanging?.reason).toMatchObject({ code: Code.Unavailable, rawMessage: "the endpoint is closing" });
});

test.each(clientKinds)("a call that ends soon still gets its answer: $kind", async ({ kind, connect }) => {
  let running = () => {};
  const started = new Promise<void>((resolve) => {
    running = resolve;
  });
  const endpoint = await openEndpoint({
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
  const answer = connect(endpoint).probe.echo({ value: new Uint8Array([9]) });
  await started;
  await measureClose(`a call that ends soon, ${kind},`, () => endpoint.close());
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

test("a process that has nothing else to do ends", async () => {
  const child = await startChild();
  const { agent, session, silent, halfway } = await openIdleClients(child.url);
  const stream = connectGrpc({ url: child.url }).probe.hang({})[Symbol.asyncIterator]();
  await stream.next();
  const end = stream.next().catch((reason: unknown) => ConnectError.from(reason));
  const started = performance.now();
  const { code, closeMs } = await child.stop();
  note("a child process, with idle clients and a running stream", closeMs);
  note("and from the word to its exit", performance.now() - started);
  expect(code).toBe(0);
  expect(await end).toBeInstanceOf(ConnectError);
  await Promise.all([silent.closed, halfway.closed]);
  session.destroy();
  agent.destroy();
});
