import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { compareFolders } from "../check-generated.mjs";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "generated-test-"));
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

test("equal folders do not differ", () => {
  write("a", { "tool/types_pb.ts": "1" });
  write("b", { "tool/types_pb.ts": "1" });
  expect(compareFolders(join(root, "a"), join(root, "b"))).toEqual([]);
});

test("changed, new and left-over files are all told", () => {
  write("a", { "changed.ts": "1", "left-over.ts": "", "same.ts": "" });
  write("b", { "changed.ts": "2", "deep/new.ts": "", "same.ts": "" });
  expect(compareFolders(join(root, "a"), join(root, "b"))).toEqual([
    "changed.ts: outdated",
    "deep/new.ts: missing",
    "left-over.ts: no .proto file generates it",
  ]);
});

test("a committed folder that is not there lacks everything", () => {
  write("b", { "new.ts": "" });
  expect(compareFolders(join(root, "a"), join(root, "b"))).toEqual(["new.ts: missing"]);
});

function write(folder: string, files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(root, folder, name, ".."), { recursive: true });
    writeFileSync(join(root, folder, name), text);
  }
}
