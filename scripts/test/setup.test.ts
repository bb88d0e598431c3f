import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { isInstalled } from "../setup.mjs";

const LOCKED = {
  "": { name: "root" },
  "node_modules/jest": { version: "30.0.0" },
  "node_modules/native-linux": { version: "1.0.0", optional: true },
};

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "setup-"));
  mkdirSync(join(root, "node_modules"));
  write("package-lock.json", LOCKED);
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

test("what the lock file names is installed, but for optional packages of other platforms", () => {
  write("node_modules/.package-lock.json", { "node_modules/jest": { version: "30.0.0" } });
  expect(isInstalled(root)).toBe(true);
});

test("a fresh clone is not installed", () => {
  expect(isInstalled(root)).toBe(false);
});

test.each<[string, Record<string, { version: string }>]>([
  ["another version", { "node_modules/jest": { version: "29.0.0" } }],
  ["a missing package", { "node_modules/native-linux": { version: "1.0.0" } }],
  [
    "another version of an optional package",
    { "node_modules/jest": { version: "30.0.0" }, "node_modules/native-linux": { version: "0.9.0" } },
  ],
  [
    "a package that the lock file lacks",
    { "node_modules/jest": { version: "30.0.0" }, "node_modules/ajv": { version: "8.0.0" } },
  ],
])("%s asks for an installation", (_case, installed) => {
  write("node_modules/.package-lock.json", installed);
  expect(isInstalled(root)).toBe(false);
});

function write(path: string, packages: Record<string, object>): void {
  writeFileSync(join(root, path), JSON.stringify({ packages }));
}
