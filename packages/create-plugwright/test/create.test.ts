import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { create } from "../src/create.js";
import { helpText, readOptions } from "../src/options.js";
import { runners } from "../src/runners.js";
import { templates } from "../src/templates.js";
import { versions } from "../src/versions.js";

const root = join(import.meta.dirname, "../../..");
let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "create-"));
});
afterEach(() => rmSync(cwd, { recursive: true }));

const make = (...args: string[]) => create(readOptions(args), { cwd, terminal: false, version: "0.1.0" });
const read = (path: string) => readFileSync(join(cwd, path), "utf8");
const flags = ["--template", "tools", "--test-runner", "jest"];

describe("what is written", () => {
  test("is a whole project, with what a person looks for", async () => {
    const { folder, files } = await make("My Plugin!", ...flags);
    expect(folder).toBe("My Plugin!");
    expect(files).toEqual(
      expect.arrayContaining([
        ...[".github/workflows/ci.yml", ".gitignore", ".vscode/launch.json", ".vscode/settings.json", "README.md"],
        ...["jest.config.mjs", "package.json", "src/main.ts", "src/plugin.ts", "test/reading.test.ts", "tsconfig.json"],
      ]),
    );
    expect(files).not.toContain("test/process.test.ts");
    const source = read("My Plugin!/src/plugin.ts");
    expect(source).toContain('  name: "My-Plugin",\n  version: "0.1.0",\n  source: "github.com/you/My-Plugin",\n');
    const { name, version, devDependencies, dependencies } = JSON.parse(read("My Plugin!/package.json"));
    expect({ name, version }).toEqual({ name: "my-plugin", version: "0.1.0" });
    expect(dependencies).toEqual({ "@plugwright/sdk": "0.1.0", zod: versions.zod });
    // Exact, all of them.
    for (const pinned of Object.values(devDependencies)) expect(pinned).toMatch(/^\d+\.\d+\.\d+$/);
  });

  test.each(templates.flatMap((template) => runners.map((runner) => [template.name, runner.name] as const)))(
    "%s with %s: nothing is left of the examples' own surroundings",
    async (template, runner) => {
      await make("p", "--template", template, "--test-runner", runner, "--name", "mine", "--source", "gitlab.com/a/b");
      const files = readdirSync(join(cwd, "p"), { recursive: true, withFileTypes: true }).filter((file) =>
        file.isFile(),
      );
      const texts = files.map((file) => readFileSync(join(file.parentPath, file.name), "utf8"));
      const all = texts.join("\n");
      for (const foreign of [
        "@plugwright/example",
        "@plugwright/source",
        "../../",
        "acme",
        "release_tools",
        '"filesystem"',
      ]) {
        expect([foreign, all.includes(foreign)]).toEqual([foreign, false]);
      }
      if (runner !== "jest") expect(all).not.toContain("@jest/globals");
      expect(all).toContain('name: "mine"');
      expect(all).toContain('source: "gitlab.com/a/b"');
    },
  );

  test("is pinned to what this repository is tested with", () => {
    const locked = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages;
    for (const [name, version] of Object.entries(versions)) {
      // Other test runners are installed in tests alone.
      const own = locked[`node_modules/${name}`]?.version;
      if (own === undefined) expect(["vite", "vitest"]).toContain(name);
      else expect([name, version]).toEqual([name, own]);
    }
  });

  test("takes packages from tarballs, all of which must be there", async () => {
    mkdirSync(join(cwd, "packed"));
    await expect(make("p", ...flags, "--packages", "packed")).rejects.toThrow("packed has no plugwright-cli-0.1.0.tgz");
    for (const name of ["cli", "go-plugin", "protocol", "sdk", "testkit"]) {
      writeFileSync(join(cwd, "packed", `plugwright-${name}-0.1.0.tgz`), "");
    }
    await make("p", ...flags, "--packages", "packed");
    const { dependencies, overrides } = JSON.parse(read("p/package.json"));
    expect(dependencies["@plugwright/sdk"]).toBe("file:vendor/plugwright-sdk-0.1.0.tgz");
    expect(overrides["@plugwright/go-plugin"]).toBe("file:vendor/plugwright-go-plugin-0.1.0.tgz");
    expect(readdirSync(join(cwd, "p/vendor"))).toHaveLength(5);
  });
});

describe("what is refused, and leaves nothing behind", () => {
  test.each([
    [["p"], "--template and --test-runner is missing, and there is no terminal to ask at"],
    [["p", "--template", "tool"], "there is no --template tool"],
    [["p", "q"], "q is one argument too many"],
    [["p", "--tmplate", "x"], "there is no option --tmplate"],
    [["p", "--template"], "--template has no value"],
    [["p", "--template", "--test-runner", "node"], "--template has no value"],
    [["", ...flags], "the folder has no name"],
    [["p", "--no-install=1"], "--no-install takes no value, and 1 is one"],
    [["p", ...flags, "--name", "1x"], 'the plugin cannot be called "1x"'],
    [["123", ...flags], 'the plugin cannot be called ""'],
    [["p", ...flags, "--source", "https://github.com/a/b"], "--source https://github.com/a/b is no address at a forge"],
  ])("%j", async (args, message) => {
    await expect((async () => make(...args))()).rejects.toThrow(message);
    expect(existsSync(join(cwd, "p"))).toBe(false);
  });

  test("a folder in which there is something", async () => {
    mkdirSync(join(cwd, "p/.git"), { recursive: true });
    writeFileSync(join(cwd, "p/notes.txt"), "mine");
    await expect(make("p", ...flags)).rejects.toThrow("p is not empty: it has notes.txt");
    expect(readdirSync(join(cwd, "p")).sort()).toEqual([".git", "notes.txt"]);
    rmSync(join(cwd, "p/notes.txt"));
    await make("p", ...flags);
    writeFileSync(join(cwd, "file"), "");
    await expect(make("file", ...flags)).rejects.toThrow("file cannot be taken: ENOTDIR");
    await expect(make("file/below", ...flags)).rejects.toThrow("file/below cannot be taken: ENOTDIR");
  });
});

test("the help lists every option, and what may be chosen", () => {
  const listed = [...helpText.matchAll(/^ {2}--([a-z-]+)/gm)].map((match) => match[1] ?? "");
  expect(listed.sort()).toEqual([
    ...["help", "name", "no-install", "packages", "source", "template", "test-runner", "version"],
  ]);
  for (const { name } of [...templates, ...runners]) expect(helpText).toContain(` ${name} `);
});
