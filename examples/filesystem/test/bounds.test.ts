import { readFile, symlink } from "node:fs/promises";
import { describe, expect, test } from "@jest/globals";
import { env, plantCanary } from "@plugwright/testkit";
import { plugin } from "../src/plugin.js";
import { failure, result, setUpFilesystem } from "./fixture.js";

const { at, call, kernel, restart, write } = setUpFilesystem();

describe("without roots the working directory is the bound", () => {
  const outside = [
    ["a path upwards", "../secret.txt"],
    ["a link to a file", "link"],
    ["a path through a link to a directory", "linked/secret.txt"],
  ] as const;
  for (const [what, path] of outside) {
    test(`${what} is refused`, async () => {
      await write({ "../secret.txt": "s", "a.txt": "" });
      await symlink(at("../secret.txt"), at("link"));
      await symlink(at(".."), at("linked"));
      const refused = {
        category: "permission_denied",
        message: `${path} lies outside of what may be touched: ${at(".")}`,
      };
      expect(await failure(call("read_file", { path }))).toEqual(refused);
      expect(await failure(call("write_file", { path, text: "" }))).toEqual(refused);
      expect(await readFile(at("../secret.txt"), "utf8")).toBe("s");
    });
  }

  test("a link that leads nowhere is not written through", async () => {
    await symlink(at("../outside.txt"), at("dangling"));
    expect(await failure(call("write_file", { path: "dangling", text: "" }))).toEqual({
      category: "permission_denied",
      message: `${at("dangling")} is a link that leads nowhere`,
    });
  });

  test("without one, nothing may be touched", async () => {
    expect(await failure(call("read_file", { path: at("a.txt") }, { workingDirectory: "" }))).toEqual({
      category: "permission_denied",
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
  await restart({ config: { [plugin.name]: { roots: [at("../other")] } } });
  expect(await result(call("read_file", { path: "../other/a.txt" }))).toEqual({ text: "x", lines: 1 });
  expect(await failure(call("read_file", { path: "b.txt" }))).toMatchObject({ category: "permission_denied" });
});

test("the configured token never leaves the plugin, whatever file it is in", async () => {
  const canary = plantCanary();
  await write({ ".env": `TOKEN=${canary.value}\n` });
  await restart({ config: { [plugin.name]: { token: canary.env } }, environment: canary.environment });
  const reports = [await call("read_file", { path: ".env" }), await call("grep", { pattern: "TOKEN" })];
  expect(reports[0]?.result).toEqual({ text: "TOKEN=[secret:token]\n", lines: 1 });
  canary.expectUnseen(kernel(), reports);
});

test("a token that is written into the configuration is refused: the operator names a variable", async () => {
  await expect(restart({ config: { [plugin.name]: { token: "s3cr3t-value" } } })).rejects.toThrow("token is sensitive");
  await restart({ config: { [plugin.name]: { token: env("TOKEN") } }, environment: { TOKEN: "s3cr3t-value" } });
});
