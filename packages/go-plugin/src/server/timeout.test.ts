import { expect, test } from "@jest/globals";
import { clampTimeout } from "./timeout.js";

test.each([
  ["500H", "500H"],
  ["596H", "596H"],
  ["597H", "2147483S"],
  ["720H", "2147483S"],
  ["99999999M", "2147483S"],
  ["2147483S", "2147483S"],
  ["2147484S", "2147483S"],
  ["99999999m", "99999999m"],
  ["2999944u", "2999944u"],
  ["99999999n", "99999999n"],
  ["0S", "0S"],
  ["999999999S", "999999999S"],
  ["-1S", "-1S"],
  ["1x", "1x"],
  ["", ""],
])("%p becomes %p", (header, clamped) => {
  expect(clampTimeout(header)).toBe(clamped);
});
