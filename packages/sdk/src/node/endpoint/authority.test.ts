import { Buffer } from "node:buffer";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type Endpoint, openEndpoint } from "./endpoint.js";
import { connectGrpc } from "./testing/clients.js";
import { clientHello, type Fields, framesIn, grpcRequest } from "./testing/frames.js";
import { Probe, ProbeServer } from "./testing/probe.js";
import { openRaw } from "./testing/raw.js";

const server = new ProbeServer();
let endpoint: Endpoint;
beforeAll(async () => {
  endpoint = await openEndpoint({ token: false, routes: server.routes });
});
afterAll(() => endpoint.close());

const path = `/${Probe.typeName}/Hang`;

/** What becomes of a raw request: how its stream, or else the connection, ends. */
async function send(fields: Fields): Promise<string> {
  const raw = await openRaw(endpoint.url);
  raw.socket.write(Buffer.concat([clientHello, grpcRequest(1, path, fields)]));
  const ending = (bytes: Buffer) =>
    framesIn(bytes).find((frame) => frame.type === "GOAWAY" || (frame.type !== "SETTINGS" && frame.stream === 1));
  const received = await raw.until((bytes) => ending(bytes) !== undefined);
  raw.socket.destroy();
  await raw.closed;
  return ending(received)?.type ?? "closed";
}

const variants: readonly (readonly [string, Fields])[] = [
  ["absent", []],
  ["empty", [[":authority", ""]]],
  ["percent-encoded", [[":authority", "%2Ftmp%2Fp.sock"]]],
  ["percent-encoded in part", [[":authority", "local%68ost"]]],
  ["a raw path", [[":authority", "/tmp/p.sock"]]],
  ["not ASCII", [[":authority", Buffer.from("löcalhost")]]],
  ["not UTF-8", [[":authority", Buffer.from([0xff, 0xfe, 0x80])]]],
  ["with a zero byte", [[":authority", Buffer.from("local\0host")]]],
  ["8 KB", [[":authority", "a".repeat(8192)]]],
  [
    "nearly a whole frame",
    [
      [":authority", "a".repeat(12_000)],
      ["x-more", "b".repeat(4_000)],
    ],
  ],
  ["with a user", [[":authority", "user@localhost"]]],
  ["a bad port", [[":authority", "localhost:99999"]]],
  ["half an IPv6 address", [[":authority", "[::1"]]],
  [
    "twice",
    [
      [":authority", "localhost"],
      [":authority", "localhost"],
    ],
  ],
  [
    "unlike Host",
    [
      [":authority", "localhost"],
      ["host", "evil.example"],
    ],
  ],
  ["only as a bad Host", [["host", "%2Ftmp%2Fp.sock"]]],
  ["somebody else's", [[":authority", "evil.example"]]],
];

test.each(variants)("an authority that is %s is refused, and the next call works", async (_, fields) => {
  server.runs = 0;
  expect(["HEADERS", "RST_STREAM", "GOAWAY", "closed"]).toContain(await send(fields));
  expect(server.runs).toBe(0);
  await connectGrpc(endpoint).probe.echo({});
  expect(server.runs).toBe(1);
});

test("with a good authority the same request reaches the handler", async () => {
  server.runs = 0;
  expect(await send([[":authority", "localhost"]])).toBe("HEADERS");
  expect(server.runs).toBe(1);
});
