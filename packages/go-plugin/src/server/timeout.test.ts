import { Code, ConnectError } from "@connectrpc/connect";
import { expect, test } from "@jest/globals";
import { timeoutOf } from "./timeout.js";

const longest = 2 ** 31 - 1;

test.each([
  ["500H", 1_800_000_000],
  ["596H", 2_145_600_000],
  ["597H", longest],
  ["720H", longest],
  ["99999999M", longest],
  ["2147483S", 2_147_483_000],
  ["2147484S", longest],
  ["99999999m", 99_999_999],
  ["2999944u", 2999.944],
  ["99999999n", 99.999_999],
  ["0S", 0],
])("%p is %p ms", (header, ms) => {
  expect(timeoutOf(header)).toBeCloseTo(ms, 6);
});

test("no header is no time", () => {
  expect(timeoutOf(undefined)).toBeUndefined();
});

test.each(["999999999S", "-1S", "1x", "", "1S,2S"])("%p is refused", (header) => {
  expect(() => timeoutOf(header)).toThrow(ConnectError);
  expect(() => timeoutOf(header)).toThrow(expect.objectContaining({ code: Code.InvalidArgument }));
});
