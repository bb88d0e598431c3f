import { readdir } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { connect, invokeTool, type PluginProcess, startPlugin } from "@plugwright/example-support";
import { ToolErrorCategory } from "@plugwright/protocol/tool";
import { all, result, setUpFilesystem } from "./fixture.js";

const { at, write } = setUpFilesystem();
let plugin: PluginProcess;
beforeAll(async () => {
  plugin = await startPlugin(new URL("../src/main.ts", import.meta.url));
});
afterAll(async () => {
  await plugin.stop();
});

test("runs as a process and answers who has its token", async () => {
  await write({ "a.txt": "one" });
  const read = { name: "read_file", args: { path: "a.txt" }, workingDirectory: at(".") };
  expect(await result(invokeTool(connect(plugin), read))).toEqual({ text: "one", lines: 1 });
  await expect(result(invokeTool(connect({ url: plugin.url }), read))).rejects.toThrow("[unauthenticated]");
  expect(plugin.log).toEqual([]);
});

test("a call that its client cancels stops, and the log has what it had done", async () => {
  await write({ "from/a": "", "from/b": "" });
  const copy = { name: "copy_files", args: { from: "from", to: "to", pause_ms: 60_000 }, workingDirectory: at(".") };
  const controller = new AbortController();
  const events = invokeTool(connect(plugin), { ...copy, id: "call-7" }, { signal: controller.signal });
  await events.next();
  controller.abort();
  await expect(events.next()).rejects.toThrow("[canceled]");
  expect(JSON.parse(await plugin.logged("call-7"))).toMatchObject({
    level: "warn",
    message: "the caller cancelled the call; what was done could not be sent",
    call_id: "call-7",
    did: ["copied a"],
  });
  expect(await readdir(at("to"))).toEqual(["a"]);
});

test("ends when told to; what still runs says what it had done", async () => {
  await write({ "from/a": "" });
  const copy = { name: "copy_files", args: { from: "from", to: "to", pause_ms: 60_000 }, workingDirectory: at(".") };
  const events = invokeTool(connect(plugin), copy);
  await events.next();
  const rest = all(events);
  expect(await plugin.stop()).toBe(0);
  expect(await rest).toMatchObject([
    { case: "partialResult", value: { payload: { did: ["copied a"] } } },
    { case: "error", value: { category: ToolErrorCategory.CANCELLED, message: "the plugin is shutting down" } },
  ]);
});
