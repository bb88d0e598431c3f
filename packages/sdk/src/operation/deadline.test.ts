import { describe, expect, test } from "@jest/globals";
import { callDeadline } from "./deadline.js";

describe("when a call ends for want of time", () => {
  test.each([
    ["a tenth before a near deadline of the caller", 1000, undefined, 900],
    ["a quarter of a second before a far one", 60_000, undefined, 59_750],
    ["not early with less than 100 ms left", 99, undefined, 99],
    ["at the operation's own limit when the caller set none", undefined, 30_000, 30_000],
    ["the caller's deadline counts, not the operation's own limit", 60_000, 5, 59_750],
  ])("%s", (_what, transport, own, stopAfter) => {
    const deadline = callDeadline(transport === undefined ? undefined : 1_000_000 + transport, own, 1_000_000);
    expect(deadline?.stopAfter).toBe(stopAfter);
    expect(deadline?.at).toEqual(new Date(1_000_000 + (transport ?? own ?? 0)));
  });

  test("never, when neither says so", () => {
    expect(callDeadline(undefined, undefined, 0)).toBeUndefined();
  });

  test("a deadline beyond what a Date can hold stays a valid date", () => {
    expect(callDeadline(Number.MAX_VALUE, undefined, 0)?.at.getTime()).toBe(8.64e15);
  });
});
