import { readdir } from "node:fs/promises";
import { expect, test } from "@jest/globals";
import { setUpFilesystem } from "./fixture.js";

const { at, call, kernel, write } = setUpFilesystem();

test("copy_files tells what it does, and that it is done", async () => {
  await write({ "from/a": "", "from/b/c": "" });
  expect((await call("copy_files", { from: "from", to: "to" })).events).toEqual([
    { progress: "copying a", fraction: 0 },
    { progress: "copying b/c", fraction: 0.5 },
    { result: { files: 2 } },
  ]);
  expect(await readdir(at("to"))).toEqual(["a", "b"]);
});

test("out of time, its last events tell what it had done", async () => {
  await write({ "from/a": "", "from/b": "" });
  const { events } = await call("copy_files", { from: "from", to: "to", pause_ms: 60_000 }, { timeoutMs: 2500 });
  expect(events).toMatchObject([
    { progress: "copying a" },
    { partial: { did: ["copied a"] } },
    { error: { category: "timeout" } },
  ]);
  expect(await readdir(at("to"))).toEqual(["a"]);
});

test("cancelled, it stops, and the log has what it had done", async () => {
  await write({ "from/a": "", "from/b": "" });
  const copy = kernel().start("copy_files", { from: "from", to: "to", pause_ms: 60_000 });
  for await (const _ of copy.events()) copy.cancel();
  expect((await copy.report).error?.category).toBe("cancelled");
  await kernel().close();
  expect(kernel().log).toMatchObject([
    {
      level: "warn",
      message: "the caller cancelled the call; what was done could not be sent",
      fields: { call_id: copy.id, did: ["copied a"] },
    },
  ]);
  expect(await readdir(at("to"))).toEqual(["a"]);
});
