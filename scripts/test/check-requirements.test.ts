import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { checkRequirements } from "../check-requirements.mjs";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "requirements-"));
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

test("a requirement is verified or planned", () => {
  expect(check([entry("TOOL-01"), entry("TOOL-02", "planned: later")], `verifies("TOOL-01");`)).toEqual({
    problems: [],
    verified: 1,
    planned: 1,
  });
});

test("marks count wherever they stand in a test file, several in one call", () => {
  write(
    "examples/files/test/files.test.ts",
    `describe("x", () => { test("y", () => { verifies("A-02",\n "A-03") }) });`,
  );
  expect(check([entry("A-01"), entry("A-02"), entry("A-03")], `verifies("A-01");`)).toEqual({
    problems: [],
    verified: 3,
    planned: 0,
  });
});

test.each<[string, string[], string, string]>([
  ["neither verified nor planned", [entry("A-01")], "", "A-01: no test verifies it, and it is not planned"],
  [
    "both verified and planned",
    [entry("A-01", "planned: later")],
    `verifies("A-01");`,
    `A-01: a test verifies it, so remove "planned: later"`,
  ],
  [
    "a test claims an unknown id",
    [entry("A-01")],
    `verifies("A-01");\nverifies("A-09");`,
    "packages/sdk/src/a.test.ts:2: requirements.yaml has no A-09",
  ],
  ["an id stands twice", [entry("A-01"), entry("A-01")], `verifies("A-01");`, "A-01: listed twice"],
  [
    "an id is computed",
    [entry("A-01", "planned: later")],
    `verifies(id);`,
    "packages/sdk/src/a.test.ts:1: the ids of verifies() must be string literals",
  ],
  ["an unknown party is bound", [entry("A-01", "planned: x", "user")], "", "A-01: binds is plugin, kernel or both"],
  ["a key is misspelt", [entry("A-01", "plan: x")], `verifies("A-01");`, "A-01: unknown key plan"],
])("fails when %s", (_case, entries, source, problem) => {
  expect(check(entries, source).problems).toEqual([problem]);
});

test.each([
  ["in a comment", `// verifies("A-01");`],
  ["in a string", "const fixture = 'verifies(\"A-01\")';"],
  ["in a skipped test", `test.skip("later", () => { verifies("A-01"); });`],
  ["in a skipped group", `describe.skip("later", () => { test("x", () => { verifies("A-01"); }); });`],
])("a mark %s verifies nothing", (_case, source) => {
  expect(check([entry("A-01")], source).problems).toEqual(["A-01: no test verifies it, and it is not planned"]);
});

test("a mark in a file that is no test verifies nothing", () => {
  write("packages/sdk/src/b.ts", `verifies("A-01");`);
  expect(check([entry("A-01")], "").problems).toEqual(["A-01: no test verifies it, and it is not planned"]);
});

function entry(id: string, more = "", binds = "plugin"): string {
  return `- id: ${id}\n  source: a-document:1-2\n  binds: ${binds}\n  text: A rule.\n  ${more}\n`;
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

function check(entries: string[], source: string) {
  write("requirements.yaml", entries.join(""));
  write("packages/sdk/src/a.test.ts", source);
  return checkRequirements(root);
}
