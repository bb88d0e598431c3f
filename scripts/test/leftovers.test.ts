import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { processesLeft } from "../processes-left.mjs";
import { filesLeft, openPart } from "../run-folder.mjs";

const scripts = join(import.meta.dirname, "..");
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "leftovers-"));
});
afterEach(() => rm(folder, { recursive: true }));

describe("what a run of the tests left", () => {
  test("is every process that has its folder in the environment or the arguments, and who started it", async () => {
    const PATH = process.env["PATH"];
    const children = [
      spawn("sleep", ["60"], { env: { PATH, TMPDIR: `${folder}/some-test` } }),
      spawn("sh", ["-c", `sleep 60; : ${folder}`], { env: { PATH }, detached: true }),
      spawn("sleep", ["60"], { env: { PATH } }),
    ];
    await Promise.all(children.map((child) => once(child, "spawn")));
    expect(processesLeft(folder).sort((a, b) => a.pid - b.pid)).toEqual([
      { pid: children[0]?.pid, command: "sleep 60", folder: "some-test" },
      { pid: children[1]?.pid, command: `sh -c sleep 60; : ${folder}`, folder: "no test file" },
    ]);
    const ended = children.map((child) => once(child, "exit"));
    for (const child of children) child.kill("SIGKILL");
    // The shell's child goes with its group.
    process.kill(-(children[1]?.pid ?? Number.NaN), "SIGKILL");
    await Promise.all(ended);
    expect(processesLeft(folder)).toEqual([]);
  });

  test("is every file in its folder, and in those of test files, but the caches of tools", async () => {
    await mkdir(join(folder, "outer"));
    const run = join(folder, "run");
    await mkdir(run);
    const part = openPart(run, "some-test");
    expect(filesLeft(run)).toEqual([]);
    await writeFile(join(part, "plugin.sock"), "");
    await mkdir(join(part, "start-1"));
    await writeFile(join(run, "stray"), "");
    expect(filesLeft(run).sort()).toEqual(["some-test/plugin.sock", "some-test/start-1", "stray"]);
  });

  test("makes the run fail that left it, although its tests pass, and the report is written", async () => {
    const { status, stderr, report } = await runJest(
      `const { spawn } = require("node:child_process");
      const { writeFileSync } = require("node:fs");
      test("passes", () => {
        spawn("sleep", ["60"], { detached: true, stdio: "ignore" }).unref();
        writeFileSync(require("node:os").tmpdir() + "/left.sock", "");
      });`,
    );
    expect(report).toMatchObject({ numPassedTests: 1, numFailedTests: 0 });
    expect(stderr).toMatch(/FAILED: the tests left something behind\n {2}process \d+ \(of some\): sleep 60\n/);
    expect(stderr).toContain("  temporary file some/left.sock\n");
    expect(status).toBe(1);
  });

  test("is nothing for tests that clean up", async () => {
    const { status, stderr } = await runJest('test("passes", () => {});');
    expect(stderr).not.toContain("left something behind");
    expect(status).toBe(0);
  });
});

/** Runs Jest, as our own tests do, in a project with one file of tests. */
async function runJest(source: string) {
  await writeFile(join(folder, "some.test.cjs"), source);
  const config = {
    rootDir: folder,
    cacheDirectory: join(folder, "cache"),
    testMatch: ["**/*.test.cjs"],
    transform: {},
    globalSetup: join(scripts, "jest.before.mjs"),
    globalTeardown: join(scripts, "jest.after.mjs"),
    testEnvironment: join(scripts, "jest.environment.mjs"),
  };
  const report = join(folder, "report.json");
  const jest = join(scripts, "..", "node_modules", "jest", "bin", "jest.js");
  const args = [jest, "--config", JSON.stringify(config), "--json", `--outputFile=${report}`];
  const child = spawn(process.execPath, args, { cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const [status] = await once(child, "close");
  return { status, stderr, report: JSON.parse(await readFile(report, "utf8")) };
}
