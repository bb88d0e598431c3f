import { fileURLToPath } from "node:url";
import { expect, test } from "@jest/globals";
import { result, setUpFilesystem } from "../../filesystem/test/fixture.js";
import { plugin } from "../src/plugin.js";

const { call, kernel, restart, write } = setUpFilesystem(plugin);

test("runs as a process that the kernel launches: tsx compiles its decorators", async () => {
  await write({ "a.txt": "one" });
  const main = fileURLToPath(new URL("../src/main.ts", import.meta.url));
  const args = ["--conditions=@plugwright/source", "--import", "tsx", main];
  await restart({ providers: [{ binary: process.execPath, args, spawns: [] }] });
  expect(await result(call("read_file", { path: "a.txt" }))).toEqual({ text: "one", lines: 1 });
  expect(kernel().log).toEqual([]);
});
