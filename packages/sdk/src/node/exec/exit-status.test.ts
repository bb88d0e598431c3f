import { expect, test } from "@jest/globals";
import { verifies } from "../../../test/verifies.js";
import { exitStatus } from "./exit-status.js";

test.each<[number | null, NodeJS.Signals | null, number, string | undefined]>([
  [0, null, 0, undefined],
  [255, null, 255, undefined],
  [null, "SIGKILL", 137, "SIGKILL"],
  [null, "SIGTERM", 143, "SIGTERM"],
  [null, "SIGSEGV", 139, "SIGSEGV"],
  // What Windows says of an access violation and of an interrupt, without a sign.
  [0xc0000005, null, -1_073_741_819, undefined],
  [0xc000013a, null, -1_073_741_510, undefined],
  [null, null, -1, undefined],
])("exit code %p and signal %p are reported as %i and %p", (code, signal, expected, name) => {
  verifies("TOOL-21");
  const status = exitStatus(code, signal);
  expect(status).toEqual({ code: expected, signal: name });
  expect(Math.abs(status.code)).toBeLessThan(2 ** 31);
});
