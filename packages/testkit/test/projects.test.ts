import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { pack, run } from "../../../scripts/pack.mjs";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const projects = fileURLToPath(new URL("./projects", import.meta.url));

/** The runners, as this repository has them where it does; the others are installed with the packages. */
const runners = {
  jest: ["node_modules/jest/bin/jest.js", "--config", "jest.config.cjs"],
  vitest: ["node_modules/vitest/vitest.mjs", "run", "--reporter", "verbose"],
  node: ["--import", "tsx", "--test", "--test-reporter", "spec", "plugin.test.ts"],
} as const;
type Runner = keyof typeof runners;
const beside = ["@jest/globals", "@swc/core", "@swc/jest", "@types/node", "jest", "tsx", "zod"];
const others = { vite: "8.3.8", vitest: "4.1.12" };

let folder: string;
beforeAll(async () => {
  const packed = await pack(root);
  folder = await realpath(await mkdtemp(join(tmpdir(), "projects-")));
  const locked = JSON.parse(await readFile(join(root, "package-lock.json"), "utf8")).packages;
  const dependencies = Object.fromEntries([
    ...packed.map(({ name, tarball }) => [name, `file:${tarball}`]),
    ...beside.map((name) => [name, locked[`node_modules/${name}`].version]),
    ...Object.entries(others),
  ]);
  await writeFile(join(folder, "package.json"), JSON.stringify({ private: true, dependencies }));
  await run("npm", ["install", "--no-audit", "--no-fund", "--prefer-offline", "--ignore-scripts"], folder);
}, 300_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The project of a runner, as an author has it. */
async function project(runner: Runner): Promise<string> {
  const own = join(folder, runner);
  await cp(join(projects, runner), own, { recursive: true });
  await cp(join(projects, "shared/plugin.ts"), join(own, "plugin.ts"));
  // Here it has a name that no runner looks for.
  await cp(join(projects, "shared/tests.ts"), join(own, "plugin.test.ts"));
  const type = runner === "jest" ? "commonjs" : "module";
  await writeFile(join(own, "package.json"), JSON.stringify({ private: true, type }));
  return own;
}

test("its types need nothing but Node's, for whoever checks those of libraries as well", async () => {
  const own = await project("node");
  const compilerOptions = {
    ...{ target: "es2022", lib: ["es2023"], module: "node16", types: ["node"] },
    ...{ strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false, noEmit: true },
  };
  await writeFile(join(own, "tsconfig.json"), JSON.stringify({ compilerOptions }));
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  expect(await run(process.execPath, [tsc, "-p", own], own)).toBe("");
}, 120_000);

function testIn(own: string, runner: Runner, env: Readonly<Record<string, string>>) {
  const args = runners[runner].map((arg) => (arg.startsWith("node_modules") ? join(folder, arg) : arg));
  return new Promise<{ code: unknown; text: string }>((resolve) => {
    const kept = Object.entries(process.env).filter(
      ([name]) => !/^(npm_|NODE_OPTIONS$|NODE_ENV$|JEST_|VITEST)/.test(name),
    );
    const options = { cwd: own, env: { ...Object.fromEntries(kept), NO_COLOR: "1", ...env } };
    execFile(process.execPath, args, options, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : error.code, text: stdout + stderr });
    });
  });
}

test.each(["jest", "vitest", "node"] as const)(
  "the kit, installed from its tarball, tests a plugin under %s",
  async (runner) => {
    const own = await project(runner);
    const passed = await testIn(own, runner, {});
    expect(passed).toMatchObject({ code: 0, text: expect.stringContaining("takes every cancel") });
    const failed = await testIn(own, runner, { FAIL: "1" });
    expect(failed.code).toBe(1);
    expect(failed.text).toContain("the call went otherwise");
    expect(failed.text).toContain('+ shout {"text":"hey"}');
  },
  120_000,
);
