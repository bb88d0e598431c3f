import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { checkDependencies } from "../check-dependencies.mjs";

const TABLE = "# Contributing\n\n## Dependencies\n\n| name | why |\n| --- | --- |\n";
const REASONS = `${TABLE}| \`jest\` | Runs the tests. |\n| \`zod\`, \`diff\` | Needed. |\n`;

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "dependencies-"));
  mkdirSync(join(root, "packages", "sdk"), { recursive: true });
  write("package.json", JSON.stringify({ name: "root", devDependencies: { jest: "1", own: "1" } }));
  const sdk = { name: "own", dependencies: { diff: "1" }, peerDependencies: { zod: "1" } };
  write("packages/sdk/package.json", JSON.stringify(sdk));
  write("package-lock.json", `{ "packages": { "packages/sdk": { "resolved": "packages/sdk" } } }`);
  write("CONTRIBUTING.md", REASONS);
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

test("explained dependencies and our own packages pass", () => {
  expect(checkDependencies(root)).toEqual([]);
});

test.each([
  ["has no row", REASONS.replace(/\| `jest.*\n/, "")],
  ["has a row without a reason", REASONS.replace("Runs the tests.", "")],
  ["stands in another section", `${REASONS.replace(/\| `jest.*\n/, "")}\n## Other\n\n| \`jest\` | Runs the tests. |\n`],
])("fails when a dependency %s", (_case, markdown) => {
  write("CONTRIBUTING.md", markdown);
  expect(checkDependencies(root)).toEqual(["jest: CONTRIBUTING.md gives no reason for it"]);
});

test("fails when a dependency of a package has no row", () => {
  write("CONTRIBUTING.md", REASONS.replace("`zod`, ", ""));
  expect(checkDependencies(root)).toEqual(["zod: CONTRIBUTING.md gives no reason for it"]);
});

test("fails when a reason is left over", () => {
  write("CONTRIBUTING.md", `${REASONS}| \`ajv\` | Was needed. |\n`);
  expect(checkDependencies(root)).toEqual(["ajv: CONTRIBUTING.md explains it, but nothing depends on it"]);
});

test("fails when the lock file names a registry", () => {
  write("package-lock.json", `{\n  "resolved": "https://registry.example/jest-1.tgz"\n}`);
  expect(checkDependencies(root)).toEqual(["package-lock.json names https://registry.example/jest-1.tgz"]);
});

test.each(["@bufbuild/protobuf", "zod"])("fails when %s is there twice", (name) => {
  const paths = [`node_modules/${name}`, `node_modules/other/node_modules/${name}`];
  write("package-lock.json", JSON.stringify({ packages: Object.fromEntries(paths.map((path) => [path, {}])) }));
  expect(checkDependencies(root)).toEqual([`${name}: installed more than once, at ${paths.join(" and ")}`]);
});

test("another version under a name of its own is meant", () => {
  write("package-lock.json", `{ "packages": { "node_modules/zod": {}, "node_modules/zod-3.25": { "name": "zod" } } }`);
  expect(checkDependencies(root)).toEqual([]);
});

function write(path: string, text: string): void {
  writeFileSync(join(root, path), text);
}
