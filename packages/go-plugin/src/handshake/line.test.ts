import { expect, test } from "@jest/globals";
import { formatHandshake, parseHandshake } from "./line.js";

const unix = { protocolVersion: 1, network: "unix", address: "/tmp/a b/s" } as const;

test("without a certificate the sixth field is empty, and there is no seventh", () => {
  expect(formatHandshake(unix)).toBe("1|1|unix|/tmp/a b/s|grpc|\n");
});

test("a certificate is base64 without padding", () => {
  const line = formatHandshake({ ...unix, certificate: Buffer.alloc(52, 7), multiplexing: false });
  expect(line).toBe(`1|1|unix|/tmp/a b/s|grpc|${Buffer.alloc(52, 7).toString("base64").slice(0, -2)}|false\n`);
  expect(line).not.toContain("=");
});

test("what is written is read again", () => {
  const handshake = { ...unix, certificate: Buffer.alloc(52, 7), multiplexing: true };
  expect(parseHandshake(formatHandshake(handshake))).toEqual(handshake);
});

test("the extra data of old plugins is no certificate", () => {
  expect(parseHandshake("1|3|tcp|127.0.0.1:1234|grpc|extra\n")).toEqual({
    protocolVersion: 3,
    network: "tcp",
    address: "127.0.0.1:1234",
    certificate: undefined,
    multiplexing: undefined,
  });
});

test.each([
  ["hello", 'the plugin\'s first line is no handshake: "hello"'],
  ["2|1|unix|/s|grpc", "the plugin speaks version 2 of the handshake, not 1"],
  ["1|1|unix|/s", "the plugin speaks netrpc; only grpc is spoken here"],
  ["1|1|pipe|/s|grpc", "the plugin listens on an unknown network: pipe"],
  ["1|one|unix|/s|grpc", "the plugin's protocol version is no number: one"],
])("%p is refused", (line, message) => {
  expect(() => parseHandshake(line)).toThrow(message);
});
