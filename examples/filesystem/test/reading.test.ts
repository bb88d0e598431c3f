import { expect, test } from "@jest/globals";
import { expectNoMutation, expectTranscript } from "@plugwright/testkit";
import { failure, result, setUpFilesystem } from "./fixture.js";

const { at, call, write } = setUpFilesystem();

test("read_file gives a whole file, or a range of its lines", async () => {
  await write({ "a.txt": "one\ntwo\nthree" });
  expect(await result(call("read_file", { path: "a.txt" }))).toEqual({ text: "one\ntwo\nthree", lines: 3 });
  expect(await result(call("read_file", { path: "a.txt", from: 2, to: 2 }))).toEqual({ text: "two\n", lines: 3 });
});

test("read_file says what is wrong with a range", async () => {
  await write({ "a.txt": "one\ntwo\n", empty: "" });
  expect(await result(call("read_file", { path: "empty" }))).toEqual({ text: "", lines: 0 });
  expect(await failure(call("read_file", { path: "a.txt", from: 3 }))).toEqual({
    category: "invalid_arguments",
    message: "from is 3, but a.txt has only 2 lines",
  });
  expect(await failure(call("read_file", { path: "a.txt", from: 2, to: 1 }))).toEqual({
    category: "invalid_arguments",
    message: "to is 1, before from, which is 2",
  });
});

const unreadable = [
  ["a directory", "sub", "invalid_arguments", "sub is a directory: list it with list_files"],
  ["a binary file", "sub/data", "invalid_arguments", "sub/data is binary: only text in UTF-8 can be read"],
  [
    "text in another encoding",
    "sub/latin1",
    "invalid_arguments",
    "sub/latin1 is binary: only text in UTF-8 can be read",
  ],
  ["a large file", "sub/large", "execution_failed", "sub/large has 3000000 bytes, more than the 2097152 that are read"],
] as const;
for (const [what, path, category, message] of unreadable) {
  test(`read_file refuses ${what}`, async () => {
    await write({
      "sub/data": new Uint8Array([1, 0, 2]),
      "sub/latin1": new Uint8Array([0xe4, 0x0a]),
      "sub/large": "x".repeat(3_000_000),
    });
    expect(await failure(call("read_file", { path }))).toEqual({ category, message });
  });
}

test("a file that is missing is not found, without a line of code for it", async () => {
  const { category, message } = await failure(call("read_file", { path: "nope.txt" }));
  expect(category).toBe("not_found");
  expect(message).toContain("no such file or directory");
});

test("list_files lists by name, without .git and node_modules, up to a limit", async () => {
  await write({ "b/x": "", a: "", ".git/HEAD": "", "node_modules/m/index.js": "", c: "" });
  expect(await result(call("list_files", {}))).toEqual({ files: ["a", "b/x", "c"], truncated: false });
  expect(await result(call("list_files", { limit: 2 }))).toEqual({ files: ["a", "b/x"], truncated: true });
  expect(await result(call("list_files", { path: "b" }))).toEqual({ files: ["x"], truncated: false });
});

test("grep tells how far it is, sends each hit, then counts", async () => {
  await write({ "a.txt": "no\n  yes, here\n", "b/c.txt": "yes\nyes\n", binary: new Uint8Array([0]) });
  expectTranscript(
    await call("grep", { pattern: "yes" }),
    `
      grep {"pattern":"yes"}
      progress "searching a.txt" 0
      partial {"line":2,"path":"a.txt","text":"yes, here"}
      partial {"line":1,"path":"b/c.txt","text":"yes"}
      partial {"line":2,"path":"b/c.txt","text":"yes"}
      result {"count":3,"searched":3}
    `,
  );
});

test("grep searches one file, and stops at its limit", async () => {
  await write({ "a.txt": "yes\nyes\nyes\n" });
  expect(await result(call("grep", { pattern: "yes", path: "a.txt", limit: 2 }))).toEqual({ count: 2, searched: 1 });
});

test("reading changes nothing", async () => {
  await write({ "a.txt": "one\n", "b/c.txt": "two\n" });
  await expectNoMutation({ directories: [at("..")] }, async () => {
    await result(call("read_file", { path: "a.txt" }));
    await result(call("list_files", {}));
    await result(call("grep", { pattern: "o" }));
  });
});
