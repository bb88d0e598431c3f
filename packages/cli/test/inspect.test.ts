import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { runProgram } from "./support/program.js";
import { newFolder, project, removeFolders, root } from "./support/project.js";
import { richSource } from "./support/rich-source.js";
import { pluginSource } from "./support/sources.js";

afterAll(removeFolders);
const conditions = ["--conditions", "@plugwright/source"];
const manifest = JSON.stringify({
  ...{ name: "rich", version: "1.3.0", private: true, type: "module" },
  repository: { url: "git+ssh://git@github.com/acme/other.git" },
});

test("shows operations, configuration, prompts, and what is odd", async () => {
  const { plugwright } = project({ "src/plugin.ts": richSource, "package.json": manifest });
  const { code, out, err } = await plugwright("inspect", ...conditions);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(out.split("\n\n")[0]).toMatch(
    /^rich 1\.2\.3 of github\.com\/acme\/rich\n7 tools, 1 prompt, 1 slash command; the tools cost a model about \d,?\d+ tokens in every turn$/,
  );
  expect(out).toContain(`config
  token       secret string, optional   who we are
  roots       list of string, optional
  limits      object, optional
  limits.cpu  number
`);
  expect(out).toContain(`greet
  Greet somebody, several times.
  data_source, excludes no call, idempotent, about `);
  expect(out).toContain(
    `
  in  name        string             whom to greet (at least 1 character)
      loud        boolean, optional
      tags        array, optional    has a default
      tags[]      string
      times       number, optional   whole number, at least 1; has a default
      where       object, optional
      where.city  string
  out greeting  string
      args      string
`.replace("whole number, at least 1; has a default", "whole number, at least 1; has a default"),
  );
  expect(out).toContain("\n/release\n  Make a release.\n  resource, risk moderate, excludes all other calls\n");
  expect(out).toContain('"minor" | "major"');
  expect(out).toContain("\nprompt announce\n  Announce\n");
});

test("warns of what is probably not meant, and of nothing else", async () => {
  const { plugwright } = project({ "src/plugin.ts": richSource, "package.json": manifest });
  const { out } = await plugwright("inspect", "--json", ...conditions);
  const { warnings } = JSON.parse(out);
  expect(warnings.map(({ rule, operation }: { rule: string; operation?: string }) => [rule, operation])).toEqual([
    ["version_differs", undefined],
    ["source_differs", undefined],
    ["mixed_plugin", undefined],
    ["process_without_timeout", "bash"],
    ["path_without_key", "save"],
    ["near_names", "saves"],
    ["same_description", "saves"],
  ]);
  expect(warnings[1].message).toBe(
    "the plugin's source is github.com/acme/rich, and the repository of package.json github.com/acme/other",
  );
  const sound = project({ "src/plugin.ts": pluginSource({}) });
  expect(JSON.parse((await sound.plugwright("inspect", "--json", ...conditions)).out).warnings).toEqual([]);
});

test("as JSON it has the schemas as they are on the wire, and what became of each part", async () => {
  const { plugwright } = project({ "src/plugin.ts": richSource });
  const { out } = await plugwright("inspect", "--json", ...conditions);
  const { name, version, categories, tokens, operations, prompts, config } = JSON.parse(out);
  expect({ name, version, categories, prompts }).toEqual({
    ...{ name: "rich", version: "1.2.3", categories: ["tool", "slashcommand"] },
    prompts: [{ name: "announce", description: "Announce", template: "Say {what}" }],
  });
  expect(config.attributes.map((attribute: { name: string }) => attribute.name)).toEqual(["token", "roots", "limits"]);
  const [, bash] = operations;
  expect(bash).toMatchObject({ name: "bash", spawns: true, schema: { risk: "RISK_CLASS_HIGH", streaming: true } });
  const greet = operations.find((one: { name: string }) => one.name === "greet");
  expect(greet.lowering.input.nodes).toContainEqual(
    expect.objectContaining({ path: "name", verdict: "folded", wording: "at least 1 character" }),
  );
  // The rule of the documentation: a quarter of the bytes of the JSON, rounded up.
  expect(greet.tokens).toBe(Math.ceil(Buffer.byteLength(JSON.stringify(greet.schema)) / 4));
  const tools = operations.filter((one: { type: string }) => one.type === "tool");
  expect(tokens).toBe(tools.reduce((sum: number, one: { tokens: number }) => sum + one.tokens, 0));
});

test("an executable tells the same but for what only its source knows", async () => {
  const { folder, plugwright, build } = project({ "src/plugin.ts": pluginSource({ tools: true, commands: true }) });
  expect(await build()).toMatchObject({ code: 0 });
  const source = JSON.parse((await plugwright("inspect", "--json", ...conditions)).out);
  const built = JSON.parse((await plugwright("inspect", "--json", join(folder, "dist/sample-tool"))).out);
  const [{ spawns, lowering, ...add }] = source.operations;
  expect({ spawns, verdicts: lowering.input.nodes.length }).toEqual({ spawns: false, verdicts: 3 });
  expect(built).toMatchObject({ name: "sample", version: "1.2.3", categories: ["tool"], operations: [add] });
  const commands = JSON.parse((await plugwright("inspect", "--json", join(folder, "dist/sample-slashcommand"))).out);
  expect(commands).toMatchObject({ categories: ["slashcommand"], tokens: 0, operations: [{ name: "hello" }] });
}, 60_000);

test("several plugins by a pattern, one line each as JSON", async () => {
  const folder = newFolder();
  for (const name of ["one", "two"]) {
    mkdirSync(join(folder, name), { recursive: true });
    project({ "plugin.ts": pluginSource({ name }) }, { folder: join(folder, name) });
  }
  const ran = await runProgram(["inspect", "*/plugin.ts", "--json", ...conditions], { cwd: folder });
  expect(ran).toMatchObject({ code: 0, err: "" });
  const lines = ran.out.trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line).name)).toEqual(["one", "two"]);
  const none = await runProgram(["inspect", "*/none.ts"], { cwd: folder });
  expect(none).toMatchObject({ code: 2, err: expect.stringContaining("*/none.ts matches no file") });
});

test("what is no plugin is said so", async () => {
  const folder = newFolder();
  writeFileSync(join(folder, "sleep"), "#!/bin/sh\necho hello\n", { mode: 0o755 });
  const ran = await runProgram(["inspect", "sleep"], { cwd: folder });
  expect(ran).toMatchObject({ code: 1, out: "" });
  expect(ran.err).toMatch(/^plugwright inspect: the plugin does not start: .*\. Hint: plugwright doctor .*\n$/);
});

test("a program that the module leaves running is not waited for, and an executable that ends is its own fault", async () => {
  const imports =
    'import { spawn } from "node:child_process";\nspawn("sleep", ["20"], { stdio: "inherit", detached: true }).unref();';
  const { plugwright } = project({ "src/plugin.ts": pluginSource({ imports }) });
  const started = performance.now();
  expect(await plugwright("inspect", ...conditions)).toMatchObject({ code: 0 });
  const ms = Math.round(performance.now() - started);
  console.info(`inspect of a plugin that leaves a program running: ${ms} ms`);
  expect(ms).toBeLessThan(15_000);

  const folder = newFolder();
  writeFileSync(join(folder, "ends"), "#!/bin/sh\necho '1|1|unix|/tmp/none|grpc|'\n", { mode: 0o755 });
  const ran = await runProgram(["inspect", "ends"], { cwd: folder });
  expect(ran.err).toMatch(
    /^plugwright inspect: the plugin does not answer: .*ends: .*\. Hint: plugwright doctor .*\n$/,
  );
  expect(ran.code).toBe(1);
});

test("fifty tools, with the time it takes", async () => {
  const tool = (index: number) => `
    plugwright
      .tool("tool_${String.fromCharCode(97 + (index % 26))}${index}_${"x".repeat(index)}")
      .describe("Tool number ${index}.")
      .input(z.object({ a: z.string().min(1), b: z.int().max(9).optional(), c: z.array(z.object({ d: z.boolean() })) }))
      .output(z.object({ e: z.string() }))
      .reads()
      .run(({ a }) => ({ e: a })),`;
  const source = `
    import * as plugwright from "@plugwright/sdk";
    import * as z from "zod";
    export const plugin = plugwright.definePlugin({
      name: "many", version: "1.0.0", source: "github.com/acme/many",
      tools: [${Array.from({ length: 50 }, (_, index) => tool(index)).join("")}],
    });`;
  const { plugwright } = project({ "src/plugin.ts": source });
  const started = performance.now();
  const { out } = await plugwright("inspect", "--json", ...conditions);
  console.info(`inspect of 50 tools: ${Math.round(performance.now() - started)} ms`);
  const { operations, warnings } = JSON.parse(out);
  expect(operations).toHaveLength(50);
  expect(warnings).toEqual([]);
});

test("the examples have no warnings but their versions", async () => {
  for (const name of ["filesystem", "filesystem-class", "exec"]) {
    const { out } = await runProgram(["inspect", "--json", ...conditions], { cwd: join(root, "examples", name) });
    const rules = JSON.parse(out).warnings.map(({ rule }: { rule: string }) => rule);
    expect(rules).toEqual(["version_differs"]);
  }
});
