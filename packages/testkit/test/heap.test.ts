import { expect, test } from "@jest/globals";
import { runSource } from "../../sdk/test/support/process.js";

test("calls leave nothing on the heap: after 10,000 it is what it was after 2,000", async () => {
  const { exited, stdout, stderr } = runSource(new URL("./support/heap.ts", import.meta.url), []);
  expect([await exited, stderr()]).toEqual([0, ""]);
  const [before = Number.NaN, after = Number.NaN] = stdout().trim().split(" ").map(Number);
  console.info(`heap: ${(before / 1e6).toFixed(1)} MB, then ${(after / 1e6).toFixed(1)} MB`);
  expect(after - before).toBeLessThan(5e6);
}, 120_000);
