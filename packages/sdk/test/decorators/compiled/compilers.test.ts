import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import * as esbuild from "esbuild";
import { type Compiler, compilers, openWorkshop, type Settings, type Workshop } from "./workshop.js";

let workshop: Workshop;
let author: string;
beforeAll(async () => {
  workshop = await openWorkshop();
  author = await readFile(join(workshop.folder, "author.ts"), "utf8");
}, 60_000);
afterAll(() => workshop.remove());

const facts = {
  tools: [
    "list reads data_source",
    "read reads data_source",
    "say_bye reads data_source",
    "say_hello reads data_source",
    "write writes resource",
    "write_again writes resource",
  ],
  read: { told: "child: parent read /r/a" },
  list: { told: "parent listed /r/b" },
  write: { told: "child wrote /r/a" },
  again: { told: "child wrote /r/a" },
  preview: expect.objectContaining({ content: "child would write /r/a" }),
  hello: { told: "hello" },
  bye: { told: "bye" },
  count: { calls: 2, number: 1 },
  reread: { told: "child: parent read /s/a" },
  recount: { calls: 1, number: 2 },
  log: [],
};

type Row = readonly [name: keyof typeof compilers, settings: Settings];

async function compileAndRun([name, settings]: Row): Promise<unknown> {
  const compile: Compiler = compilers[name];
  return workshop.run(await compile(author, settings, workshop));
}

const standard: readonly Row[] = [
  ["tsc", {}],
  ["tsc", { target: "es2024", useDefineForClassFields: false }],
  ["esbuild", {}],
  ["swc", { decoratorVersion: "2023-11" }],
  ["swc", { decoratorVersion: "2022-03" }],
  ["babel", { version: "2023-11" }],
];

describe("a class with decorators works when it is compiled by", () => {
  test.each(standard)(
    "%s %j",
    async (...row) => {
      expect(await compileAndRun(row)).toEqual(facts);
    },
    60_000,
  );

  test("tsc and bundled, minified, by esbuild: what sets the symbol of metadata stays", async () => {
    const compiled = await compilers.tsc(author, {}, workshop);
    await workshop.write("compiled.js", compiled);
    const { outputFiles } = await esbuild.build({
      entryPoints: [join(workshop.folder, "compiled.js")],
      bundle: true,
      minify: true,
      write: false,
      format: "esm",
      platform: "node",
      target: "node20",
      external: ["@bufbuild/*", "@connectrpc/*", "diff", "zod"],
    });
    expect(await workshop.run(outputFiles[0]?.text ?? "")).toEqual(facts);
  }, 60_000);

  test("tsc, with decorators and plugin from two copies of the SDK", async () => {
    const compiled = await compilers.tsc(author, {}, workshop);
    const imported = 'import { Command, Preview, Tool } from "@plugwright/sdk/decorators";';
    expect(compiled).toContain(imported);
    const required = `import { createRequire } from "node:module";
      const { Command, Preview, Tool } = createRequire(import.meta.url)("@plugwright/sdk/decorators");`;
    expect(await workshop.run(compiled.replace(imported, required))).toEqual(facts);
  }, 60_000);
});

const experimental: readonly Row[] = [
  ["tsc", { experimentalDecorators: true }],
  ["esbuild", { experimentalDecorators: true }],
  ["swc", { legacyDecorator: true }],
  ["swc", {}],
  ["babel", { version: "legacy" }],
];

describe("experimental decorators are told what to set by", () => {
  test.each(experimental)(
    "%s %j",
    async (...row) => {
      expect(await compileAndRun(row)).toMatch(
        /TypeError: @Tool was called as an experimental decorator, but it is a standard one\. In tsconfig\.json leave experimentalDecorators out; for swc/,
      );
    },
    60_000,
  );
});

test("standard decorators of an older proposal have no metadata, and it says so", async () => {
  expect(await compileAndRun(["babel", { version: "2021-12" }])).toMatch(
    /TypeError: @Tool got no metadata\. Compile it with .* or Babel with version: "2023-11"/,
  );
}, 60_000);

test.each<Row>([
  ["tsc", { target: "esnext" }],
  ["esbuild", { target: "esnext" }],
])(
  "%s %j leaves decorators as they are, which no Node can read",
  async (...row) => {
    expect(await compileAndRun(row)).toMatch(/@Tool\(reads\)\n\s*\^\n\nSyntaxError: Invalid or unexpected token/);
  },
  60_000,
);
