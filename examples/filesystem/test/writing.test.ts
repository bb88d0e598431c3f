import { readFile } from "node:fs/promises";
import { describe, expect, test } from "@jest/globals";
import { DiffLineOp } from "@plugwright/protocol/render";
import { failure, result, setUpFilesystem } from "./fixture.js";

const { at, call, kernel, preview, restart, write } = setUpFilesystem();
const read = (path: string) => readFile(at(path), "utf8");

describe("write_file", () => {
  test("creates a file and its directories, and overwrites one", async () => {
    expect(await result(call("write_file", { path: "new/a.txt", text: "ä\n" }))).toEqual({ bytes: 3 });
    expect(await read("new/a.txt")).toBe("ä\n");
    await result(call("write_file", { path: "new/a.txt", text: "b\n" }));
    expect(await read("new/a.txt")).toBe("b\n");
  });

  test("shows beforehand what it would change, and changes nothing by that", async () => {
    await write({ "a.txt": "one\ntwo\n" });
    expect(await preview("write_file", { path: "a.txt", text: "one\nTWO\n" })).toMatchObject({
      case: "diff",
      value: {
        hunks: [
          {
            lines: [
              { op: DiffLineOp.CONTEXT, text: "one" },
              { op: DiffLineOp.REMOVE, text: "two" },
              { op: DiffLineOp.ADD, text: "TWO" },
            ],
          },
        ],
      },
    });
    expect(await read("a.txt")).toBe("one\ntwo\n");
  });

  test("overwrites no directory and nothing binary", async () => {
    await write({ "sub/data": new Uint8Array([0]) });
    expect(await failure(call("write_file", { path: "sub", text: "" }))).toMatchObject({
      category: "invalid_arguments",
    });
    expect(await failure(call("write_file", { path: "sub/data", text: "" }))).toMatchObject({
      category: "invalid_arguments",
    });
  });
});

describe("edit_file", () => {
  test("replaces a text that stands there once", async () => {
    await write({ "a.txt": "one\ntwo\nthree\n" });
    expect(await result(call("edit_file", { path: "a.txt", find: "two", replace: "2" }))).toEqual({ line: 2 });
    expect(await read("a.txt")).toBe("one\n2\nthree\n");
  });

  test("says how to go on when it stands there twice, or not at all", async () => {
    await write({ "a.txt": "x\ny\nx\n" });
    expect(await failure(call("edit_file", { path: "a.txt", find: "x", replace: "" }))).toEqual({
      category: "invalid_arguments",
      message: "the text stands in a.txt more than once, at lines 1 and 3: give more of what is around it",
    });
    expect(await failure(call("edit_file", { path: "a.txt", find: "z", replace: "" }))).toEqual({
      category: "not_found",
      message: "the text does not stand in a.txt: read the file and copy the text exactly",
    });
  });
});

test("two calls on one file exclude each other, whatever tool and spelling", async () => {
  await write({ "from/a": "", "from/b": "" });
  // Otherwise the kernel tries again when the other call is over.
  await restart({ retries: 0 });
  const copy = kernel().start("copy_files", { from: "from", to: "to", pause_ms: 60_000 });
  await copy.events()[Symbol.asyncIterator]().next();
  expect(await failure(call("copy_files", { from: "from", to: "./sub/../to" }))).toEqual({
    category: "concurrency_conflict",
    message: `another call is working on ${JSON.stringify(at("to"))}`,
  });
  copy.cancel();
  await copy.report;
});

test("a person sees what would be written, and may have something else written", async () => {
  await write({ "a.txt": "one\n" });
  await restart({
    policy: [{ kind: "resource", decision: "ask" }],
    approve: ({ args, preview }) =>
      preview?.root?.node.case === "diff" ? { decision: "allow", args: { ...args, text: "three\n" } } : "deny",
  });
  expect(await result(call("write_file", { path: "a.txt", text: "two\n" }))).toEqual({ bytes: 6 });
  expect(await read("a.txt")).toBe("three\n");
});

test("the human answers, and the answer is what the model gets", async () => {
  await restart({ answer: ({ args }) => ({ answer: `${args["question"]} Because.` }) });
  expect(await result(call("ask_user", { question: "Why?" }))).toEqual({ answer: "Why? Because." });
});
