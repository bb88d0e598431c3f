import { Buffer } from "node:buffer";
import fc from "fast-check";
import { clientHello, frame, grpcRequest } from "./frames.js";
import { Probe } from "./probe.js";

// The same in every run, so that a failure can be looked at.
const seed = 20_240_229;

/** What a client sends before it vanishes: random bytes, and requests that are nearly right with something random in them. */
export function hostileConnections(): Buffer[] {
  return [
    ...sample(bytes(1, 400), 40),
    ...sample(bytes(0, 200), 40).map((more) => Buffer.concat([clientHello, more])),
    ...sample(fc.array(anyFrame, { minLength: 1, maxLength: 12 }), 150).map((all) =>
      Buffer.concat([clientHello, ...all]),
    ),
    ...sample(anyFields, 100).map((fields) =>
      Buffer.concat([clientHello, grpcRequest(1, `/${Probe.typeName}/Echo`, fields)]),
    ),
    ...sample(http1Request, 150),
  ];
}

function sample<T>(arbitrary: fc.Arbitrary<T>, numRuns: number): T[] {
  return fc.sample(arbitrary, { seed, numRuns });
}

function bytes(minLength: number, maxLength: number): fc.Arbitrary<Buffer> {
  return fc.uint8Array({ minLength, maxLength }).map((array) => Buffer.from(array));
}

const anyFrame = fc
  .tuple(fc.nat(10), fc.nat(255), fc.nat(5), bytes(0, 60))
  .map(([type, flags, stream, payload]) => frame(type, flags, stream, payload));

const headerName = fc.constantFrom(
  ":authority",
  "host",
  "origin",
  "authorization",
  "grpc-timeout",
  "grpc-encoding",
  "te",
  "x",
);
const headerValue = fc.oneof(fc.constantFrom("localhost", "%2F", "9999999999H", "gzip", "Bearer"), bytes(0, 40));
const anyFields = fc.array(fc.tuple(headerName, headerValue), { maxLength: 5 });

const http1Request = fc
  .record({
    line: fc.constantFrom(
      `POST /${Probe.typeName}/Echo HTTP/1.1`,
      "GET /grpc.health.v1.Health/Check?connect=v1&message=%zz&encoding=json HTTP/1.1",
      "POST http://localhost:99999999/ HTTP/1.1",
      "OPTIONS * HTTP/1.1",
      "CONNECT % HTTP/1.1",
    ),
    host: fc.constantFrom("localhost", "[::1]:80", "%2F", "localhost:99999", ""),
    type: fc.constantFrom(
      "application/json",
      "application/proto",
      "application/connect+json",
      "application/grpc-web",
      "?",
    ),
    extra: fc.constantFrom(
      "Expect: 100-continue",
      "Upgrade: h2c",
      "Transfer-Encoding: chunked",
      "Connect-Timeout-Ms: 1e99",
    ),
    body: bytes(0, 80),
  })
  .map(({ line, host, type, extra, body }) =>
    Buffer.concat([Buffer.from(`${line}\r\nHost: ${host}\r\nContent-Type: ${type}\r\n${extra}\r\n\r\n`), body]),
  );
