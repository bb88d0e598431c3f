import { readFile, symlink } from "node:fs/promises";
import { describe, expect, test } from "@jest/globals";
import { invokeTool } from "@plugwright/example-support";
import { failure, result, setUpFilesystem } from "./fixture.js";

const { at, call, clients, write } = setUpFilesystem();

describe("without roots the working directory is the bound", () => {
  test.each([
    ["a path upwards", "../secret.txt"],
    ["a link to a file", "link"],
    ["a path through a link to a directory", "linked/secret.txt"],
  ])("%s is refused", async (_, path) => {
    await write({ "../secret.txt": "s", "a.txt": "" });
    await symlink(at("../secret.txt"), at("link"));
    await symlink(at(".."), at("linked"));
    const refused = {
      category: "PERMISSION_DENIED",
      message: `${path} lies outside of what may be touched: ${at(".")}`,
    };
    expect(await failure(call("read_file", { path }))).toEqual(refused);
    expect(await failure(call("write_file", { path, text: "" }))).toEqual(refused);
    expect(await readFile(at("../secret.txt"), "utf8")).toBe("s");
  });

  test("a link that leads nowhere is not written through", async () => {
    await symlink(at("../outside.txt"), at("dangling"));
    expect(await failure(call("write_file", { path: "dangling", text: "" }))).toEqual({
      category: "PERMISSION_DENIED",
      message: `${at("dangling")} is a link that leads nowhere`,
    });
  });

  test("without one, nothing may be touched", async () => {
    const read = (path: string) => failure(invokeTool(clients(), { name: "read_file", args: { path } }));
    expect(await read(at("a.txt"))).toEqual({
      category: "PERMISSION_DENIED",
      message: "nothing may be touched: no roots are configured and the call has no working directory",
    });
  });

  test("a name that merely begins with two dots is fine", async () => {
    await write({ "..a": "x" });
    expect(await result(call("read_file", { path: "..a" }))).toEqual({ text: "x", lines: 1 });
  });
});

test("roots replace the working directory", async () => {
  await write({ "../other/a.txt": "x", "b.txt": "y" });
  await clients().tools.configure({ config: { roots: [at("../other")] } });
  expect(await result(call("read_file", { path: "../other/a.txt" }))).toEqual({ text: "x", lines: 1 });
  expect(await failure(call("read_file", { path: "b.txt" }))).toMatchObject({ category: "PERMISSION_DENIED" });
});

test("the configured token never leaves the plugin, whatever file it is in", async () => {
  await write({ ".env": "TOKEN=s3cr3t-value\n" });
  await clients().tools.configure({ config: { token: "s3cr3t-value" } });
  expect(await result(call("read_file", { path: ".env" }))).toEqual({ text: "TOKEN=[secret:token]\n", lines: 1 });
});
