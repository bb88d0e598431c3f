import { Buffer } from "node:buffer";
import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { selfSigned } from "./testing/certificate.js";
import { type Child, startChild } from "./testing/child-process.js";
import { connectGrpc } from "./testing/clients.js";
import { clientHello, type Fields, framesIn, grpcRequest } from "./testing/frames.js";
import { Probe } from "./testing/probe.js";
import { http1, openRaw } from "./testing/raw.js";

jest.setTimeout(30_000);

const tls = selfSigned(["localhost", "127.0.0.1"]);
// Processes of their own: there an error that nobody catches is the end, and is seen.
let plain: Child;
let secure: Child;
beforeAll(async () => {
  [plain, secure] = await Promise.all([startChild(), startChild({ tls })]);
});
afterAll(async () => {
  for (const { code, stderr } of await Promise.all([plain.stop(), secure.stop()]))
    expect([code, stderr]).toEqual([0, ""]);
});

const path = `/${Probe.typeName}/Echo`;

/** What becomes of a raw HTTP/2 request: how its stream, or else the connection, ends. */
async function sendHttp2({ url }: Child, fields: Fields): Promise<string> {
  const raw = await openRaw(url, url.startsWith("https") ? { ca: tls.cert, alpn: "h2" } : undefined);
  raw.socket.write(Buffer.concat([clientHello, grpcRequest(1, path, fields)]));
  const ending = (bytes: Buffer) =>
    framesIn(bytes).find((frame) => frame.type === "GOAWAY" || (frame.type !== "SETTINGS" && frame.stream === 1));
  const received = await raw.until((bytes) => ending(bytes) !== undefined);
  raw.socket.destroy();
  await raw.closed;
  const end = ending(received);
  // A call that was served has its status in the trailers, behind a message.
  return end?.type === "HEADERS" && !end.endsStream ? "served" : (end?.type ?? "closed");
}

/** The status of a raw HTTP/1.1 request. */
async function sendHttp1({ url }: Child, hosts: readonly (Buffer | string)[]): Promise<string> {
  const raw = await openRaw(url, url.startsWith("https") ? { ca: tls.cert, alpn: "http/1.1" } : undefined);
  const lines = ["Content-Type: application/json", "Content-Length: 2", "Connection: close"];
  const fields = hosts.map((host) => `Host: ${Buffer.from(host).toString("latin1")}`);
  raw.socket.write(http1([`POST ${path} HTTP/1.1`, ...fields, ...lines], '""'));
  const received = await raw.until(() => false);
  return received.toString("latin1").slice("HTTP/1.1 ".length, "HTTP/1.1 200".length);
}

const variants: readonly (readonly [string, readonly (Buffer | string)[]])[] = [
  ["absent", []],
  ["empty", [""]],
  ["percent-encoded", ["%2Ftmp%2Fp.sock"]],
  ["percent-encoded in part", ["local%68ost"]],
  ["a raw path", ["/tmp/p.sock"]],
  ["not ASCII", [Buffer.from("löcalhost")]],
  ["not UTF-8", [Buffer.from([0xff, 0xfe, 0x80])]],
  ["with a zero byte", ["local\0host"]],
  ["8 KB", ["a".repeat(8192)]],
  ["8 KB of percent signs", ["%".repeat(8192)]],
  ["with a user", ["user@localhost"]],
  ["a bad port", ["localhost:99999"]],
  ["half an IPv6 address", ["[::1"]],
  ["twice", ["localhost", "localhost"]],
  ["somebody else's", ["evil.example"]],
];

const processes = [
  ["plain", () => plain],
  ["TLS", () => secure],
] as const;

describe.each(processes)("%s", (_, child) => {
  const callAgain = () => connectGrpc({ url: child().url, ca: tls.cert }).probe.echo({});

  test.each(variants)("over HTTP/2 an authority that is %s is refused, and the next call works", async (_, values) => {
    const fields = values.map((value) => [":authority", value] as const);
    expect(["HEADERS", "RST_STREAM", "GOAWAY", "closed"]).toContain(await sendHttp2(child(), fields));
    await callAgain();
  });

  test.each(variants)("over HTTP/1.1 a Host that is %s is refused, and the next call works", async (_, values) => {
    expect(["400", "403"]).toContain(await sendHttp1(child(), values));
    await callAgain();
  });

  test.each<[string, Fields]>([
    ["as Host alone", [["host", "%2Ftmp%2Fp.sock"]]],
    [
      "unlike Host",
      [
        [":authority", "localhost"],
        ["host", "evil.example"],
      ],
    ],
    [
      "with nearly a whole frame of it",
      [
        [":authority", "a".repeat(12_000)],
        ["x-more", "b".repeat(4_000)],
      ],
    ],
  ])("over HTTP/2 a bad authority %s is refused", async (_, fields) => {
    expect(["HEADERS", "RST_STREAM", "GOAWAY", "closed"]).toContain(await sendHttp2(child(), fields));
    await callAgain();
  });

  test("a good one is served", async () => {
    expect(await sendHttp2(child(), [[":authority", "localhost"]])).toBe("served");
    expect(await sendHttp2(child(), [["host", "localhost"]])).toBe("served");
    expect(await sendHttp1(child(), ["localhost"])).toBe("200");
  });
});
