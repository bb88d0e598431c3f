import { expect, test } from "@jest/globals";
import { suggest } from "./suggest.js";

test.each([
  ["pth", ["path", "from"], "path"],
  ["paht", ["path", "from"], "path"],
  ["filePath", ["file_path", "from"], "file_path"],
  ["PATH", ["path"], "path"],
  ["read_fil", ["write_file", "read_file"], "read_file"],
  ["fro", ["from", "frog"], "from"],
])("%s is near to one of %j: %s", (word, candidates, meant) => {
  expect(suggest(word, candidates)).toBe(meant);
});

test.each([
  ["other", ["path", "from"]],
  ["a", ["b"]],
  ["", ["path"]],
  ["path", []],
  ["path", ["path"]],
  ["x".repeat(10_000), ["path"]],
])("nothing is near to %s", (word, candidates) => {
  expect(suggest(word, candidates)).toBeUndefined();
});
