import { readdir, readFile } from "node:fs/promises";
import { describe, expect, test } from "@jest/globals";
import { env } from "@plugwright/testkit";
import { failure, result, setUpFilesystem } from "../../filesystem/test/fixture.js";
import { plugin } from "../src/plugin.js";

const { at, call, preview, restart, write } = setUpFilesystem(plugin);

describe("tools on a class", () => {
  test("reading, with the configuration that the constructor got", async () => {
    await write({ "../other/a.txt": "one\ntwo\n", "../other/.env": "TOKEN=s3cr3t-value\n", "b.txt": "x" });
    const block = { roots: [at("../other")], token: env("TOKEN") };
    await restart({ config: { [plugin.name]: block }, environment: { TOKEN: "s3cr3t-value" } });
    expect(await result(call("read_file", { path: "../other/a.txt", from: 2 }))).toEqual({ text: "two\n", lines: 2 });
    expect(await result(call("read_file", { path: "../other/.env" }))).toMatchObject({
      text: "TOKEN=[secret:token]\n",
    });
    expect(await failure(call("read_file", { path: "b.txt" }))).toMatchObject({ category: "permission_denied" });
  });

  test("listing and searching", async () => {
    await write({ "a.txt": "no\nyes\n", "b/c.txt": "yes" });
    expect(await result(call("list_files", {}))).toEqual({ files: ["a.txt", "b/c.txt"], truncated: false });
    expect((await call("grep", { pattern: "yes" })).events.flatMap((event) => Object.keys(event)[0] ?? [])).toEqual([
      "progress",
      "partial",
      "partial",
      "result",
    ]);
  });

  test("writing and editing, previewed first", async () => {
    await write({ "a.txt": "one\n" });
    expect(await preview("write_file", { path: "a.txt", text: "two\n" })).toMatchObject({ case: "diff" });
    expect(await readFile(at("a.txt"), "utf8")).toBe("one\n");
    expect(await result(call("write_file", { path: "a.txt", text: "two\n" }))).toEqual({ bytes: 4 });
    expect(await preview("edit_file", { path: "a.txt", find: "two", replace: "2" })).toMatchObject({ case: "diff" });
    expect(await result(call("edit_file", { path: "a.txt", find: "two", replace: "2" }))).toEqual({ line: 1 });
    expect(await readFile(at("a.txt"), "utf8")).toBe("2\n");
  });

  test("copying, and what was done when time runs out", async () => {
    await write({ "from/a": "", "from/b": "" });
    expect(await preview("copy_files", { from: "from", to: "to" })).toMatchObject({ case: "group" });
    const copy = call("copy_files", { from: "from", to: "to", pause_ms: 60_000 }, { timeoutMs: 2500 });
    expect((await copy).events).toMatchObject([
      { progress: "copying a" },
      { partial: { did: ["copied a"] } },
      { error: { category: "timeout" } },
    ]);
    expect(await readdir(at("to"))).toEqual(["a"]);
  });

  test("asking is the kernel's", async () => {
    await restart({ answer: () => ({ answer: "because" }) });
    expect(await result(call("ask_user", { question: "why?" }))).toEqual({ answer: "because" });
  });
});
