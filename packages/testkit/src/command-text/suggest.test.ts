import { expect, test } from "@jest/globals";
import { suggest } from "./suggest.js";

const known = ["level", "files", "dry_run", "k"];

test.each([
  ["leve", "level"],
  ["elvel", "level"],
  ["levvel", "level"],
  ["lexel", "level"],
  ["dry-run", "dry_run"],
  ["dryRun", "dry_run"],
  ["LEVEL", "level"],
  ["label", undefined],
  ["x", undefined],
  ["kk", undefined],
  ["", undefined],
  ["-", undefined],
])("%j means %j", (word, meant) => {
  expect(suggest(word, known)).toBe(meant);
});
