import { Buffer } from "node:buffer";
import { expect, test } from "@jest/globals";
import { protocolOf, secrecyOf } from "./sniff.js";

test.each([
  ["", undefined],
  ["P", undefined],
  ["PR", undefined],
  ["PRI * HTTP/2.0\r", undefined],
  ["PRI * HTTP/2.0\r\n", "http2"],
  ["PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0", "http2"],
  ["PRI * HTTP/1.1\r\n", "http1"],
  ["PROPFIND / HTTP/1.1\r\n", "http1"],
  ["G", "http1"],
  ["\x16\x03\x01", "http1"],
])("the first bytes %j mean %s", (first, protocol) => {
  expect(protocolOf(Buffer.from(first, "latin1"))).toBe(protocol);
});

test.each([
  ["", undefined],
  ["\x16", "tls"],
  ["\x16\x03\x01", "tls"],
  ["G", "plain"],
  ["PRI", "plain"],
  ["\x15\x03", "plain"],
])("behind a certificate the first bytes %j mean %s", (first, secrecy) => {
  expect(secrecyOf(Buffer.from(first, "latin1"))).toBe(secrecy);
});
