import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { connect, invokeTool, type PluginProcess, startPlugin } from "@plugwright/example-support";
import { result, setUpFilesystem } from "../../filesystem/test/fixture.js";
import { plugin } from "../src/plugin.js";

const { at, write } = setUpFilesystem(plugin);
let running: PluginProcess;
beforeAll(async () => {
  running = await startPlugin(new URL("../src/main.ts", import.meta.url));
});
afterAll(async () => {
  await running.stop();
});

test("runs as a process: tsx compiles its decorators", async () => {
  await write({ "a.txt": "one" });
  const read = { name: "read_file", args: { path: "a.txt" }, workingDirectory: at(".") };
  expect(await result(invokeTool(connect(running), read))).toEqual({ text: "one", lines: 1 });
  expect(running.log).toEqual([]);
});
