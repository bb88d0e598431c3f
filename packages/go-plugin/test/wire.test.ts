import type { OutgoingHttpHeaders } from "node:http2";
import { gzipSync } from "node:zlib";
import { create, toBinary } from "@bufbuild/protobuf";
import { BytesValueSchema } from "@bufbuild/protobuf/wkt";
import { Code, ConnectError, createClient } from "@connectrpc/connect";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { jsonOf, Probe, structOf } from "./support/probe.js";
import { frame, rawCall } from "./support/raw-call.js";
import { type Served, serve } from "./support/served.js";

let served: Served;
beforeAll(async () => {
  served = await serve((router) =>
    router.service(Probe, {
      echo: ({ value }) => ({ value }),
      do(order) {
        const { code, message } = jsonOf(order);
        if (typeof code !== "number") throw new Error("a secret of the handler");
        const detail = { desc: BytesValueSchema, value: { value: Buffer.from("more") } };
        throw new ConnectError(String(message), code, { "x-own": "meta" }, [detail]);
      },
      async *stream(order) {
        const { count } = jsonOf(order);
        for (let index = 0; index < Number(count); index++) yield structOf({ index });
      },
    }),
  );
});
afterAll(() => served.close());

const probe = () => createClient(Probe, served.connection.transport);

const message = toBinary(BytesValueSchema, create(BytesValueSchema, { value: Buffer.from("hello") }));

const send = (headers: OutgoingHttpHeaders, ...body: readonly Uint8Array[]) =>
  rawCall(served.path, { ":path": `/${Probe.typeName}/Echo`, ...headers }, ...body);

const whole = frame(message);

test("a message is answered whose bytes come one by one", async () => {
  const bytes = [...whole].map((byte) => Uint8Array.of(byte));
  expect(await send({}, ...bytes)).toEqual({ status: 200, grpcStatus: "0", text: "", body: whole });
});

test("a message that is compressed is unpacked", async () => {
  const compressed = frame(gzipSync(message), 1);
  expect(await send({ "grpc-encoding": "gzip" }, compressed)).toMatchObject({ grpcStatus: "0", body: whole });
});

test.each<[string, OutgoingHttpHeaders, readonly Uint8Array[], Code, RegExp]>([
  ["no message", {}, [], Code.Unimplemented, /takes one message, and got none/],
  ["two messages", {}, [whole, whole], Code.Unimplemented, /takes one message, and got more/],
  ["half a message", {}, [whole.subarray(0, 7)], Code.Internal, /ends within a message/],
  ["flags that nobody knows", {}, [frame(message, 8)], Code.Internal, /flags that gRPC does not know: 8/],
  ["bytes that are no message", {}, [frame(Buffer.of(255, 255))], Code.Internal, /is no google\.protobuf\.BytesValue/],
  ["a compressed message without a word", {}, [frame(message, 1)], Code.Internal, /no header says how/],
  [
    "what is not compressed, although it says so",
    { "grpc-encoding": "gzip" },
    [frame(message, 1)],
    Code.InvalidArgument,
    /cannot be unpacked/,
  ],
  [
    "what is too large once it is unpacked",
    { "grpc-encoding": "gzip" },
    [frame(gzipSync(Buffer.alloc(5 * 1024 * 1024)), 1)],
    Code.ResourceExhausted,
    /larger than the limit: readMaxBytes 4194304/,
  ],
  ["another compression", { "grpc-encoding": "br" }, [whole], Code.Unimplemented, /messages in br are not understood/],
  ["a timeout that is none", { "grpc-timeout": "soon" }, [whole], Code.InvalidArgument, /"soon" is no grpc-timeout/],
])("%s is refused with a sentence", async (_, headers, body, code, text) => {
  expect(await send(headers, ...body)).toMatchObject({
    status: 200,
    grpcStatus: String(code),
    text: expect.stringMatching(text),
  });
  expect(await probe().echo({ value: message })).toMatchObject({ value: message });
});

test("a message that is too large is refused before it is sent whole", async () => {
  const head = Buffer.alloc(5);
  head.writeUInt32BE(2 ** 31, 1);
  expect(await send({}, head, Buffer.alloc(1024))).toMatchObject({
    grpcStatus: String(Code.ResourceExhausted),
    text: expect.stringContaining("of 2147483648 bytes"),
  });
});

test.each([
  ["another method of HTTP", { ":method": "PUT" }, 405],
  ["another content type", { "content-type": "application/json" }, 415],
  ["no content type", { "content-type": "" }, 415],
])("%s is answered with a status of HTTP", async (_, headers, status) => {
  expect(await send(headers, whole)).toMatchObject({ status, grpcStatus: undefined });
});

test("an error arrives with its text, details and metadata", async () => {
  const text = 'no "ä" at 100 %\nand more\u{1f980}';
  const error = await probe()
    .do(structOf({ code: Code.NotFound, message: text }))
    .catch((thrown: unknown) => ConnectError.from(thrown));
  if (!(error instanceof ConnectError)) throw new Error("it did not fail");
  expect([error.code, error.rawMessage]).toEqual([Code.NotFound, text]);
  expect(error.metadata.get("x-own")).toBe("meta");
  expect(error.findDetails(BytesValueSchema)).toMatchObject([{ value: new Uint8Array(Buffer.from("more")) }]);
});

test("what a handler throws that is no status says nothing", async () => {
  await expect(probe().do(structOf({}))).rejects.toMatchObject({ code: Code.Internal, rawMessage: "internal error" });
});

test.each([0, 1, 3])("a stream of %p messages ends well", async (count) => {
  const seen: unknown[] = [];
  for await (const one of probe().stream(structOf({ count }))) seen.push(jsonOf(one)["index"]);
  expect(seen).toEqual([0, 1, 2].slice(0, count));
});
