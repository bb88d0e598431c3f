import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { describeWithGo } from "../../../../interop/driver/go.js";
import { invoke, resultOf, setUp } from "./setup.js";

await describeWithGo("the real host reaches a plugin whose TMPDIR", () => {
  const { launch } = setUp();
  const folder = mkdtempSync(join(tmpdir(), "socket-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const made = (name: string, mode = 0o700): string => {
    const path = join(folder, name);
    mkdirSync(path);
    chmodSync(path, mode);
    return path;
  };

  test.each<[string, () => string]>([
    ["is longer than a socket's path may be", () => made("x".repeat(120))],
    ["leaves no room for the name of a socket", () => made("y".repeat(100 - folder.length))],
    ["does not exist", () => join(folder, "nowhere")],
    ["may not be written to", () => made("read-only", 0o500)],
    ["is a file's", () => "/etc/hostname"],
    ["has a space", () => made("a folder")],
    ["has a |", () => made("a|b")],
    ["is not of ASCII", () => made("ordner für söckel")],
  ])("%s", async (_, path) => {
    const plugin = await launch({ TMPDIR: path() });
    expect(plugin.network).toBe("unix");
    expect(Buffer.byteLength(plugin.address)).toBeLessThanOrEqual(process.platform === "darwin" ? 103 : 107);
    expect(existsSync(plugin.address)).toBe(true);
    await plugin.ping();
    expect(resultOf(await invoke(plugin, "echo", { value: "hi" }).ended)).toEqual({ value: "hi" });
    expect(await plugin.kill()).toMatchObject({ exited: true, graceful: true });
    expect(existsSync(dirname(plugin.address))).toBe(false);
  });
});
