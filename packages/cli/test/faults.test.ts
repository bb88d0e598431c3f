import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { newFolder, project, removeFolders } from "./support/project.js";
import { pluginSource } from "./support/sources.js";

afterAll(removeFolders);
const patience = 120_000;

/** Builds a plugin of these files, which must fail, and returns what is told. */
async function fault(files: Readonly<Record<string, string>>, ...args: string[]) {
  const { build, folder } = project(files);
  const { code, out, err } = await build(...args);
  expect(out).toBe("");
  expect(existsSync(join(folder, "dist/sample"))).toBe(false);
  return { code, err };
}

test(
  "a file that exports no plugin",
  async () => {
    expect(await fault({ "src/plugin.ts": "export const version = 1;" })).toEqual({
      code: 1,
      err: "plugwright build: there is no plugin to read: src/plugin.ts: the module exports version, and no plugin. Hint: write `export const plugin = definePlugin({ ... })` in it\n",
    });
  },
  patience,
);

test(
  "a syntax error",
  async () => {
    const { code, err } = await fault({ "src/plugin.ts": "export const plugin = ;" });
    expect(code).toBe(1);
    expect(err).toBe('plugwright build: the plugin cannot be bundled: src/plugin.ts:1:23: Unexpected ";"\n');
  },
  patience,
);

test(
  "imports that are not there, all of them",
  async () => {
    const imports = 'import "left-pad/lib/pad";\nimport "@acme/none";\nimport "./missing.js";';
    const { err } = await fault({ "src/plugin.ts": pluginSource({ imports }) });
    expect(err.split("\n").sort()).toEqual([
      "",
      "plugwright build: the plugin cannot be bundled",
      'src/plugin.ts:4:12: "left-pad/lib/pad" is imported and cannot be found. Hint: npm install left-pad, or take the import out',
      'src/plugin.ts:5:8: "@acme/none" is imported and cannot be found. Hint: npm install @acme/none, or take the import out',
      'src/plugin.ts:6:8: "./missing.js" is imported and cannot be found. Hint: check the path',
    ]);
  },
  patience,
);

test(
  "a native addon",
  async () => {
    const { err } = await fault({
      "src/plugin.ts": pluginSource({ imports: 'import "./native.cjs";' }),
      "src/native.cjs": 'module.exports = require("./build/addon.node");',
      "src/build/addon.node": "",
    });
    expect(err).toContain(
      "a native addon is loaded by src/build/addon.node, and cannot be in a file of JavaScript. Hint: take a package without native code",
    );
  },
  patience,
);

test(
  "await outside of any function",
  async () => {
    const { err } = await fault({ "src/plugin.ts": pluginSource({ imports: "await 1;" }) });
    expect(err).toContain("src/plugin.ts:4:5: await stands outside of any function. Hint: await it in `setup`");
  },
  patience,
);

test(
  "a plugin with faults, all of them",
  async () => {
    const source = pluginSource({})
      .replace('source: "github.com/acme/sample"', 'source: "https://github.com/acme/sample.git"')
      .replace("a: z.number()", "a: z.union([z.string(), z.number()])");
    const { code, err } = await fault({ "src/plugin.ts": source });
    expect(code).toBe(1);
    const [headline, ...lines] = err.trimEnd().split("\n");
    expect(headline).toBe('plugwright build: src/plugin.ts: plugin "sample" has 2 faults');
    expect(lines).toEqual([
      'plugin source: "https://github.com/acme/sample.git" is not allowed. Hint: write "github.com/acme/sample"',
      expect.stringMatching(/^tool "add", input a: .*\. Hint: /),
    ]);
  },
  patience,
);

test(
  "a module that throws, with the place in its source",
  async () => {
    const files = { "src/plugin.ts": pluginSource({ imports: 'throw new Error("no luck");' }) };
    const { err } = await fault(files);
    const line =
      "plugwright build: the plugin cannot be loaded: src/plugin.ts:4:11: the module throws: Error: no luck. " +
      "Hint: only declare in it; do all else in `setup`\n";
    expect(err).toBe(line);
    const verbose = await fault(files, "--verbose");
    expect(verbose.err.startsWith(line)).toBe(true);
    expect(verbose.err).toMatch(/^ {4}at .*src\/plugin\.ts:4:/m);
  },
  patience,
);

test(
  "a module that ends the process",
  async () => {
    const { err } = await fault({ "src/plugin.ts": pluginSource({ imports: "process.exit(0);" }) });
    expect(err).toContain("the module was not loaded within 30 s, or ended the process");
  },
  patience,
);

test(
  "a plugin that works here and not under a kernel leaves an earlier file in its place",
  async () => {
    const imports =
      "if (process.env.PLUGGABLEHARNESS_AGENT_PLUGIN !== undefined) throw new Error('not under a kernel');";
    const { code, err } = await fault({ "src/plugin.ts": pluginSource({ imports }) });
    expect(code).toBe(1);
    expect(err).toContain("the built file does not work");
    expect(err).toContain("not under a kernel");
  },
  patience,
);

test(
  "nothing to build",
  async () => {
    const { folder, build } = project({});
    expect(await build()).toEqual({
      code: 2,
      out: "",
      err: `plugwright build: there is no plugin here: ${folder}: there is neither src/plugin.ts nor src/main.ts. Hint: name the file that exports \`plugin\`, as in path/to/plugin.ts\n`,
    });
    expect(await build("src/none.ts")).toMatchObject({
      code: 2,
      err: expect.stringContaining("there is no file src/none.ts"),
    });
  },
  patience,
);

test(
  "a fault as JSON",
  async () => {
    const { build } = project({ "src/plugin.ts": "export {};" }, { folder: join(newFolder(), "deep/er") });
    const { code, out } = await build("--json");
    expect(code).toBe(1);
    expect(JSON.parse(out)).toEqual({
      error: "there is no plugin to read",
      problems: [
        {
          where: "src/plugin.ts",
          reason: "the module exports nothing, and no plugin",
          hint: "write `export const plugin = definePlugin({ ... })` in it",
        },
      ],
    });
  },
  patience,
);
