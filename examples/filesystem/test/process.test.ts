import { fileURLToPath } from "node:url";
import { expect, test } from "@jest/globals";
import { result, setUpFilesystem } from "./fixture.js";

const { call, kernel, restart, write } = setUpFilesystem();

test("runs as a process that the kernel launches", async () => {
  await write({ "a.txt": "one" });
  const main = fileURLToPath(new URL("../src/main.ts", import.meta.url));
  const args = ["--conditions=@plugwright/source", "--import", "tsx", main];
  await restart({ providers: [{ binary: process.execPath, args, spawns: [] }] });
  expect(await result(call("read_file", { path: "a.txt" }))).toEqual({ text: "one", lines: 1 });
  expect(kernel().tools.map(({ name, hasPreview }) => [name, hasPreview])).toEqual([
    ["ask_user", false],
    ["copy_files", true],
    ["edit_file", true],
    ["grep", false],
    ["list_files", false],
    ["read_file", false],
    ["write_file", true],
  ]);
});
