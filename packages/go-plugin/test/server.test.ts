import { setMaxListeners } from "node:events";
import { Code, ConnectError, createClient, type HandlerContext } from "@connectrpc/connect";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { clientHello, type Fields, framesIn, grpcRequest } from "../../sdk/src/node/endpoint/testing/frames.js";
import { aborted } from "../src/waiting.js";
import { jsonOf, Probe, structOf, Unserved } from "./support/probe.js";
import { frame, rawCall } from "./support/raw-call.js";
import { type Served, serve } from "./support/served.js";
import { until } from "./support/spawn.js";

let served: Served;
let seen: HandlerContext[] = [];
let unwound = 0;

beforeEach(async () => {
  seen = [];
  unwound = 0;
  served = await serve((router) =>
    router.service(Probe, {
      echo({ value }, context) {
        seen.push(context);
        return { value };
      },
      do: (order) => structOf({ depth: depthOf(jsonOf(order)) }),
      async *stream(order, context) {
        seen.push(context);
        try {
          if (jsonOf(order)["do"] === "wait") {
            yield structOf({});
            await aborted(context.signal);
            throw context.signal.reason;
          }
          for (;;) yield structOf({ text: "x".repeat(64 * 1024) });
        } finally {
          unwound++;
        }
      },
    }),
  );
});
afterEach(() => served.close());

const probe = () => createClient(Probe, served.connection.transport);
const path = `/${Probe.typeName}/Echo`;

/** The grpc-status of a raw request, or what became of it instead. */
async function request(fields: Fields): Promise<string> {
  const ends = (bytes: Buffer) =>
    framesIn(bytes).some(
      ({ type, stream, endsStream }) => type === "GOAWAY" || (stream === 1 && (endsStream || type === "RST_STREAM")),
    );
  const frames = framesIn(await served.send(Buffer.concat([clientHello, grpcRequest(1, path, fields)]), ends));
  const last = frames.find(
    ({ type, stream, endsStream }) => type === "GOAWAY" || (stream === 1 && (endsStream || type === "RST_STREAM")),
  );
  return last?.type ?? "closed";
}

const served200 = "HEADERS";
/** RFC 9113, 8.3.1: an authority names no user. The HTTP/2 of Node 22 and newer refuses one itself. */
const withUser = Number.parseInt(process.versions.node, 10) < 22 ? served200 : "RST_STREAM";

test.each<[string, Fields, string | RegExp]>([
  ["localhost", [[":authority", "localhost"]], served200],
  ["unused, as hosts written in Go send it", [[":authority", "unused"]], served200],
  ["the percent-encoded path of the socket", [[":authority", "%2Ftmp%2Fp.sock"]], served200],
  ["another host's", [[":authority", "example.com:443"]], served200],
  ["a host that no URL can have", [[":authority", "a:99999"]], served200],
  ["half an IPv6 address", [[":authority", "[::1"]], served200],
  ["with a user", [[":authority", "me@localhost"]], withUser],
  ["only a bad Host", [["host", "%2Ftmp%2Fp.sock"]], served200],
  ["absent", [], "RST_STREAM"],
  ["empty", [[":authority", ""]], "RST_STREAM"],
  ["the raw path of the socket", [[":authority", "/tmp/p.sock"]], "RST_STREAM"],
  ["with a zero byte", [[":authority", "local\0host"]], "RST_STREAM"],
])("an authority that is %s", async (_, fields, ending) => {
  expect(await request(fields)).toMatch(ending);
  await probe().echo({});
});

test("a service that nobody serves is UNIMPLEMENTED", async () => {
  await expect(createClient(Unserved, served.connection.transport).echo({})).rejects.toThrow(
    "[unimplemented] this plugin does not serve that",
  );
});

test.each(["500H", "600H", "720H", "99999999H"])("a deadline of %s does not expire at once", async (timeout) => {
  await probe().echo({}, { headers: { "grpc-timeout": timeout } });
  expect(seen[0]?.timeoutMs()).toBeGreaterThan(1_700_000_000);
});

test("a call that is cancelled while its reader is slow still unwinds", async () => {
  const log = jest.spyOn(console, "error").mockImplementation(() => {});
  const controller = new AbortController();
  const stream = probe().stream(structOf({}), { signal: controller.signal })[Symbol.asyncIterator]();
  await stream.next();
  // The windows fill, and the handler waits at its yield.
  await new Promise((resolve) => setTimeout(resolve, 200));
  controller.abort();
  await expect(stream.next()).rejects.toThrow("[canceled]");
  await until("the handler has unwound", () => unwound === 1, 5000);
  expect(seen[0]?.signal.aborted).toBe(true);
  expect(log).not.toHaveBeenCalled();
  log.mockRestore();
});

test("hundreds of slow readers do not keep a call from being answered", async () => {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  const streams = Array.from({ length: 200 }, () =>
    probe().stream(structOf({}), { signal: controller.signal })[Symbol.asyncIterator](),
  );
  await Promise.all(streams.map((stream) => stream.next()));
  await probe().echo({}, { timeoutMs: 10_000 });
  controller.abort();
  await Promise.allSettled(streams.map((stream) => stream.next()));
  await served.server.settled();
  await probe().echo({}, { timeoutMs: 10_000 });
}, 60_000);

test("values nested as deep as anybody nests them are read", async () => {
  for (const depth of [49, 50, 400]) {
    let value: object = {};
    for (let level = 1; level < depth; level++) value = { inner: value };
    const order = structOf(JSON.parse(JSON.stringify(value)));
    expect(jsonOf(await probe().do(order))).toEqual({ depth });
  }
});

test("values nested deeper than that are refused", async () => {
  // Made by hand: our own encoder would be the first to give up.
  const nest = (depth: number): Uint8Array => {
    let value: Uint8Array = Buffer.alloc(0);
    for (let level = 0; level < depth; level++) {
      value = field(1, field(1, Buffer.from("k")), field(2, field(5, value)));
    }
    return value;
  };
  const answers = [490, 520, 2000].map((depth) =>
    rawCall(served.path, { ":path": `/${Probe.typeName}/Do` }, frame(nest(depth))),
  );
  // INTERNAL is what is made of a message that cannot be read.
  expect((await Promise.all(answers)).map(({ grpcStatus }) => grpcStatus)).toEqual(["0", "13", "13"]);
  await probe().echo({});
});

test("abort tells every handler why", async () => {
  const stream = probe()
    .stream(structOf({ do: "wait" }))
    [Symbol.asyncIterator]();
  await stream.next();
  served.server.abort(new ConnectError("over", Code.Unavailable));
  await expect(stream.next()).rejects.toThrow("[unavailable] over");
});

/** A length-delimited field of Protobuf. */
function field(number: number, ...parts: Uint8Array[]): Uint8Array {
  const content = Buffer.concat(parts);
  const head = [(number << 3) | 2];
  let rest = content.length;
  for (; rest > 127; rest >>>= 7) head.push((rest & 127) | 128);
  return Buffer.concat([Buffer.from([...head, rest]), content]);
}

function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}
