import { expect, test } from "@jest/globals";
import type { Change } from "./compare.js";
import { bumpFor, isAtLeast, nextVersion } from "./verdict.js";

const changes = (...kinds: Change["kind"][]): Change[] => kinds.map((kind) => ({ kind, subject: "t", message: "" }));

test.each([
  ["1.2.3", ["wording", "breaking", "additive"], "major", "2.0.0"],
  ["1.2.3", ["wording", "additive"], "minor", "1.3.0"],
  ["1.2.3", ["wording"], "patch", "1.2.4"],
  ["1.2.3", [], "none", "1.2.3"],
  ["0.2.3", ["breaking"], "minor", "0.3.0"],
  ["0.2.3", ["additive"], "patch", "0.2.4"],
] as const)("of %s, %j is a %s change: %s", (version, kinds, bump, next) => {
  expect(bumpFor(changes(...kinds), version)).toBe(bump);
  expect(nextVersion(version, bump)).toBe(next);
});

test.each([
  ["2.0.0", "2.0.0", true],
  ["2.0.0-rc.1", "2.0.0", true],
  ["2.0.0", "1.9.9", true],
  ["1.10.0", "1.9.0", true],
  ["1.9.9", "2.0.0", false],
  ["1.2.3", "1.2.4", false],
])("%s is at least %s: %j", (version, least, expected) => {
  expect(isAtLeast(version, least)).toBe(expected);
});
