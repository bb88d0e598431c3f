import { readdir } from "node:fs/promises";
import { expect, test } from "@jest/globals";
import { ToolErrorCategory } from "@plugwright/protocol/tool";
import { all, setUpFilesystem } from "./fixture.js";

const { at, call, write } = setUpFilesystem();

test("copy_files tells what it does, and that it is done", async () => {
  await write({ "from/a": "", "from/b/c": "" });
  expect(await all(call("copy_files", { from: "from", to: "to" }))).toMatchObject([
    { case: "progress", value: { message: "copying a" } },
    { case: "progress", value: { message: "copying b/c", fractionComplete: 0.5 } },
    { case: "result", value: { payload: { files: 2 } } },
  ]);
  expect(await readdir(at("to"))).toEqual(["a", "b"]);
});

test("out of time, its last events tell what it had done", async () => {
  await write({ "from/a": "", "from/b": "" });
  const events = await all(call("copy_files", { from: "from", to: "to", pause_ms: 60_000 }, { timeoutMs: 2500 }));
  expect(events).toMatchObject([
    { case: "progress", value: { message: "copying a" } },
    { case: "partialResult", value: { payload: { did: ["copied a"] } } },
    { case: "error", value: { category: ToolErrorCategory.TIMEOUT } },
  ]);
  expect(await readdir(at("to"))).toEqual(["a"]);
});
