import { once } from "node:events";
import { createClient } from "@connectrpc/connect";
import { createGrpcTransport, Http2SessionManager } from "@connectrpc/connect-node";
import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";
import { Health, HealthCheckResponse_ServingStatus as Status } from "@plugwright/protocol/health";
import { terminal } from "../support/clients.js";
import type { PluginProcess } from "../support/process.js";
import { callOn, callRaw, openSession, protocolNames, readSlowly } from "./readers.js";
import { startOutputPlugin, stop, toolsAt, transportsTo } from "./support.js";

jest.setTimeout(60_000);

const MB = 1_000_000;
let plugin: PluginProcess;
beforeAll(async () => {
  plugin = await startOutputPlugin("--no-token");
});
afterAll(async () => {
  expect(await stop(plugin)).toBe(0);
});

/** How many bytes handlers have produced so far. */
async function produced(): Promise<number> {
  const { payload } = await terminal(toolsAt(transportsTo(plugin)["Connect over HTTP/1.1"]).invoke("meter", {}));
  return Number(payload?.["produced"]);
}

test.each(protocolNames)("a reader of 1 MB a second slows its handler down: %s", async (protocol) => {
  const before = await produced();
  const { body, close } = await callRaw(plugin.url, protocol, "pour", { chunks: 16_384 });
  const read = await readSlowly(body, MB, 5000);
  const ahead = (await produced()) - before - read;
  process.stderr.write(
    `${protocol}: read ${(read / MB).toFixed(1)} MB in 5 s, the handler was ${(ahead / MB).toFixed(1)} MB ahead (at most 8)\n`,
  );
  expect(read).toBeGreaterThan(2 * MB);
  expect(ahead).toBeLessThan(8 * MB);
  close();
});

test("beside 400 streams whose reader stands still, health answers and calls run", async () => {
  const session = await openSession(plugin.url);
  const streams = Array.from({ length: 400 }, () => callOn(session, "pour", { chunks: 1024 }));
  await Promise.all(streams.map((stream) => once(stream, "response")));
  // On the same connection, whose memory is what runs out, and on another one.
  const manager = new Http2SessionManager(plugin.url);
  const { status } = await createClient(
    Health,
    createGrpcTransport({ baseUrl: plugin.url, sessionManager: manager }),
  ).check({});
  expect(status).toBe(Status.SERVING);
  const check = session.request({
    ":method": "POST",
    ":path": "/grpc.health.v1.Health/Check",
    "content-type": "application/json",
  });
  check.end("{}");
  const [headers] = await once(check, "response");
  expect(headers[":status"]).toBe(200);
  const tools = toolsAt(createGrpcTransport({ baseUrl: plugin.url, sessionManager: manager }));
  expect(await terminal(tools.invoke("length", { text: "four" }))).toMatchObject({ payload: { length: 4 } });
  manager.abort();
  session.destroy();
});
