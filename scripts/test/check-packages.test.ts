import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { checkFiles, checkManifest, checkTarball, programFiles } from "../check-packages.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));

const esm = { types: "./dist/index.d.ts", default: "./dist/index.js" };
const cjs = { types: "./dist/index.d.cts", default: "./dist/index.cjs" };
const entry = { "@plugwright/source": "./src/index.ts", "module-sync": esm, import: esm, require: cjs };
const sound = {
  name: "sound",
  version: "1.0.0",
  type: "module",
  license: "Apache-2.0",
  engines: { node: ">=20.19" },
  publishConfig: { access: "public" },
  sideEffects: false,
  files: ["dist"],
  exports: { ".": entry, "./package.json": "./package.json" },
};

describe("a manifest", () => {
  test("that keeps all rules passes", () => {
    expect(checkManifest(sound)).toEqual([]);
  });

  test.each<[string, object, string]>([
    [
      "has its conditions in another order",
      { exports: { ".": Object.fromEntries(Object.entries(entry).reverse()) } },
      'exports["."] has require, import, module-sync, @plugwright/source, not @plugwright/source, module-sync, import, require',
    ],
    [
      "gives require another module than import",
      { exports: { ".": { ...entry, "module-sync": cjs } } },
      'exports["."]: module-sync and import differ, so a process may load both',
    ],
    [
      "has no types",
      { exports: { ".": { ...entry, require: { default: "./dist/index.cjs" } } } },
      'exports["."].require is not types, then default',
    ],
    [
      "gives CommonJS the types of an ES module",
      { exports: { ".": { ...entry, require: { ...cjs, types: "./dist/index.d.ts" } } } },
      'exports["."].require is not .d.cts and .cjs',
    ],
    [
      "exports a file without conditions",
      { exports: { "./deep": "./dist/deep.js" } },
      'exports["./deep"] has no conditions',
    ],
    [
      "runs something at its installation",
      { scripts: { postinstall: "node x.js" } },
      "scripts.postinstall would run where it is installed",
    ],
    [
      "is for fewer versions of Node",
      { engines: { node: ">=22" } },
      'engines is {"node":">=22"}, not {"node":">=20.19"}',
    ],
  ])("that %s is refused", (_case, change, problem) => {
    expect(checkManifest({ ...sound, ...change })).toEqual([problem]);
  });
});

describe("the files of a tarball", () => {
  const files = ["LICENSE", "README.md", "package.json"].concat(
    ["index.js", "index.d.ts", "index.cjs", "index.d.cts"].map((name) => `dist/${name}`),
  );

  test("are the entries, what they share, and three more", () => {
    const shared = ["dist/chunk-33SCLLTC.js", "dist/chunk-HFPHHYQ7.cjs", "dist/definition-Bo8f_-Ca.d.cts"];
    expect(checkFiles([...files, ...shared, "CHANGELOG.md"], sound.exports)).toEqual([]);
  });

  test("are its programs, and what those load", () => {
    const folder = mkdtempSync(join(tmpdir(), "program-test-"));
    mkdirSync(join(folder, "bin"));
    writeFileSync(join(folder, "bin/x.js"), '#!/usr/bin/env node\nimport "../dist/cli.js";\n');
    const programs = programFiles(folder, { x: "bin/x.js" });
    rmSync(folder, { recursive: true });
    expect(programs).toEqual(["bin/x.js", "dist/cli.js"]);
    expect(checkFiles([...files, ...programs], sound.exports, programs)).toEqual([]);
    expect(checkFiles([...files, "bin/x.js"], sound.exports, programs)).toEqual([
      "dist/cli.js is missing in the tarball",
    ]);
  });

  test.each(["src/index.ts", "dist/index.js.map", "dist/other.js", "binding.gyp", "api.txt"])(
    "do not include %s",
    (file) => {
      expect(checkFiles([...files, file], sound.exports)).toEqual([`${file} has no business in the tarball`]);
    },
  );

  test.each(files)("include %s", (file) => {
    const rest = files.filter((other) => other !== file);
    expect(checkFiles(rest, sound.exports)).toEqual([`${file} is missing in the tarball`]);
  });
});

describe("a tarball", () => {
  let work: string;
  beforeEach(() => {
    work = mkdtempSync(join(tmpdir(), "tarball-test-"));
  });
  afterEach(() => {
    rmSync(work, { recursive: true });
  });

  const built = {
    "package.json": JSON.stringify(sound),
    "README.md": "# Sound\n",
    LICENSE: "another licence\n",
    "dist/index.js": "export const one = 1;\n",
    "dist/index.d.ts": "export declare const one: 1;\n",
    "dist/index.cjs": "exports.one = 1;\n",
    "dist/index.d.cts": "export declare const one: 1;\n",
  };

  async function problems(files: Readonly<Record<string, string>>): Promise<string> {
    for (const [path, content] of Object.entries(files)) {
      const file = join(work, "package", path);
      mkdirSync(join(file, ".."), { recursive: true });
      writeFileSync(file, content);
    }
    execFileSync("tar", ["-czf", "packed.tgz", "package"], { cwd: work });
    return (await checkTarball(root, join(work, "packed.tgz"))).join("\n");
  }

  test("has the licence of the repository", async () => {
    expect(await problems(built)).toBe("LICENSE is not the one of the repository");
  }, 60_000);

  test("holds the formats that it promises, in code and in types", async () => {
    const text = await problems({ ...built, "dist/index.cjs": "export const one = 1;\n" });
    expect(text).toMatch(
      /publint.*exports.*require\.default is \.\/dist\/index\.cjs.* but the code is written in ESM/s,
    );
    expect(text).toMatch(/arethetypeswrong.*node16 \(from CJS\): Unexpected module syntax/s);
  }, 60_000);
});
