import { describe, expect, test } from "@jest/globals";
import { parseDuration } from "./duration.js";

describe("parseDuration", () => {
  test.each([
    ["1ms", 1],
    ["500ms", 500],
    ["30s", 30_000],
    ["1.5s", 1_500],
    ["1.001s", 1_001],
    ["0.5m", 30_000],
    ["5m", 300_000],
    ["2h", 7_200_000],
    ["8760h", 31_536_000_000],
  ])("%s is %d ms", (text, ms) => {
    expect(parseDuration(text)).toEqual({ value: ms, faults: [] });
  });

  const units = 'write "500ms", "30s", "5m" or "2h"';
  test.each<[given: unknown, reason: string, hint: string]>([
    ["-5s", '"-5s" is no duration', units],
    ["1e3s", '"1e3s" is no duration', units],
    ["30", '"30" is no duration', units],
    ["2d", '"2d" is no duration', units],
    ["30 s", '"30 s" is no duration', units],
    ["Infinitys", '"Infinitys" is no duration', units],
    ["", '"" is no duration', units],
    [30_000, "a number is no duration", units],
    [undefined, "undefined is no duration", units],
    ["0s", '"0s" leaves a call no time', "leave the step out for the kernel's own limit"],
    ["0.0001ms", '"0.0001ms" leaves a call no time', "leave the step out for the kernel's own limit"],
    ["0.5ms", '"0.5ms" is no whole number of milliseconds', "use the unit ms"],
    ["8761h", '"8761h" is more than 365 days', "the longest duration is 8760h"],
    ["99999999999999999999h", '"99999999999999999999h" is more than 365 days', "the longest duration is 8760h"],
  ])("%j is refused", (given, reason, hint) => {
    expect(parseDuration(given)).toEqual({ value: undefined, faults: [{ path: "", reason, hint }] });
  });
});
