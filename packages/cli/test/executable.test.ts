import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { bareEnvironment, Code, clientsOf, codeOf, killAll, launch } from "./support/kernel.js";
import { newFolder, type Project, project, removeFolders, root } from "./support/project.js";
import { pluginSource } from "./support/sources.js";

afterEach(killAll);
afterAll(removeFolders);

describe("a plugin with tools", () => {
  const out = newFolder();
  let told: { files: { path: string; bytes: number; sha256: string }[] };
  let file: string;
  beforeAll(async () => {
    const { build } = project({}, { from: join(root, "examples/filesystem") });
    const { code, out: json, err } = await build("--out-dir", out, "--json");
    expect({ code, err }).toEqual({ code: 0, err: "" });
    told = JSON.parse(json);
    file = join(out, "filesystem");
  }, 120_000);

  test("is one executable file, its source map and its notices", () => {
    expect(told.files.map(({ path }) => path)).toEqual([file]);
    expect(statSync(file).mode & 0o777).toBe(0o755);
    const text = readFileSync(file, "utf8");
    expect(text.slice(0, text.indexOf("\n"))).toBe("#!/usr/bin/env node");
    expect(told.files[0]?.bytes).toBe(Buffer.byteLength(text));
    // Nothing but ASCII: V8 keeps it in one byte a character.
    expect(text).toHaveLength(Buffer.byteLength(text));
    expect(text).not.toContain(root);
    const map = readFileSync(`${file}.map`, "utf8");
    expect(map).toContain("src/read-file.ts");
    const notices = readFileSync(`${file}.notices.txt`, "utf8");
    expect(notices).toMatch(/^zod \d+\.\d+\.\d+: MIT$/m);
    expect(notices).toMatch(/^@bufbuild\/protobuf /m);
    expect(notices).toContain("Permission is hereby granted, free of charge");
    expect(notices).not.toContain("example-filesystem");
  });

  test("is launched by its path, by a link to it, and wherever it lies", async () => {
    const places = { linked: join(newFolder(), "link"), esm: newFolder(), cjs: newFolder() };
    symlinkSync(file, places.linked);
    // Node takes a file without extension for what the next package.json says.
    for (const [place, type] of [
      [places.esm, "module"],
      [places.cjs, "commonjs"],
    ] as const) {
      writeFileSync(join(place, "package.json"), JSON.stringify({ type }));
      cpSync(file, join(place, "filesystem"));
    }
    for (const path of [file, places.linked, join(places.esm, "filesystem"), join(places.cjs, "filesystem")]) {
      const plugin = await launch(path);
      const { tools, commands } = clientsOf(plugin);
      await plugin.ping();
      expect(await codeOf(commands.describe({}))).toBe(Code.Unimplemented);
      expect((await tools.describe({})).producer).toMatchObject({ name: "filesystem", version: "1.0.0" });
      expect((await tools.getSchema({})).tools).toHaveLength(7);
      expect(await plugin.kill()).toMatchObject({ code: 0, graceful: true });
    }
  }, 120_000);

  test("runs a call", async () => {
    const folder = newFolder();
    writeFileSync(join(folder, "a.txt"), "one\ntwo\n");
    const plugin = await launch(file);
    const { tools } = clientsOf(plugin);
    const events = [];
    const callContext = { sessionId: "s", turnId: "t", workingDirectory: folder };
    const call = { id: "1", toolName: "read_file", arguments: { path: "a.txt" }, callContext };
    for await (const { event } of tools.invoke({ call })) events.push(event?.event);
    expect(events.at(-1)).toMatchObject({ case: "result", value: { payload: { text: "one\ntwo\n" } } });
  }, 60_000);

  test("says by hand what it is", () => {
    const { status, stdout, stderr } = spawnSync(file, ["--help"], { env: bareEnvironment(), encoding: "utf8" });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toContain("--listen HOST:PORT");
  }, 60_000);
});

test("a plugin with prompts and slash commands", async () => {
  const { build, folder } = project({}, { from: join(root, "examples/release-tools") });
  const { code, out } = await build("--json");
  expect(code).toBe(0);
  const { files } = JSON.parse(out);
  expect(files).toMatchObject([{ category: "tool" }, { category: "slashcommand" }]);
  const plugin = await launch(join(folder, "dist/release_tools-slashcommand"));
  const { tools, commands } = clientsOf(plugin);
  expect(await codeOf(tools.describe({}))).toBe(Code.Unimplemented);
  expect((await commands.getCapabilities({})).commands.length).toBeGreaterThan(0);
  expect(await plugin.kill()).toMatchObject({ code: 0, graceful: true });
}, 120_000);

describe("a plugin with tools and slash commands", () => {
  let mixed: Project;
  beforeAll(async () => {
    mixed = project({ "src/plugin.ts": pluginSource({ name: "mixed", commands: true }) });
    mkdirSync(join(mixed.folder, "dist"));
  });

  test("becomes two files, each for its category, and the build says so", async () => {
    const { code, out } = await mixed.build();
    expect(code).toBe(0);
    expect(out).toContain("A kernel takes one of them from a process, so these are two files.");
    const toolPlugin = await launch(join(mixed.folder, "dist/mixed-tool"));
    expect((await clientsOf(toolPlugin).tools.getSchema({})).tools).toMatchObject([{ name: "add" }]);
    expect(await codeOf(clientsOf(toolPlugin).commands.describe({}))).toBe(Code.Unimplemented);
    const commandPlugin = await launch(join(mixed.folder, "dist/mixed-slashcommand"));
    expect((await clientsOf(commandPlugin).commands.getCapabilities({})).commands).toMatchObject([{ name: "hello" }]);
    expect(await codeOf(clientsOf(commandPlugin).tools.describe({}))).toBe(Code.Unimplemented);
  }, 120_000);
});
