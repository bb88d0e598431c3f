import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { watcherScript } from "./watcher-script.js";

let folder: string;
let children: ChildProcess[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "watcher-"));
  // A grep that sees only up to a NUL byte, as far as the script can tell.
  await writeFile(join(folder, "grep"), '#!/bin/sh\n[ $# = 2 ] && exit 1\nexec /bin/grep "$@"\n');
  await chmod(join(folder, "grep"), 0o755);
});
afterAll(() => rm(folder, { recursive: true }));
afterEach(async () => {
  for (const child of children) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const exited = once(child, "exit");
    child.kill("SIGKILL");
    await exited;
  }
  children = [];
});

function start(file: string, args: readonly string[], env: Readonly<Record<string, string>>): ChildProcess {
  const child = spawn(file, args, { detached: true, stdio: ["pipe", "ignore", "ignore"], env });
  children.push(child);
  return child;
}

const sleeper = (env: Readonly<Record<string, string>>) => start("/bin/sleep", ["60"], env);

async function watch(PATH: string, lines: readonly string[]): Promise<void> {
  const watcher = start("/bin/sh", ["-c", watcherScript, "plugwright-watch"], { PATH });
  const exited = once(watcher, "exit");
  watcher.stdin?.end(lines.map((line) => `${line}\n`).join(""));
  await exited;
}

describe.each([
  ["a grep that sees all of a file", () => "/usr/bin:/bin"],
  ["a grep that sees only up to a NUL byte", () => `${folder}:/usr/bin:/bin`],
])("the watcher, with %s", (_, path) => {
  test("ends at its input's end what carries the token and the groups that are left, and nobody else", async () => {
    const token = `token-${process.pid}-${Date.now()}`;
    const marked = sleeper({ A: "two\nlines", MARK: `outer ${token}.1.1;`, Z: "z" });
    const stubborn = start("/bin/sh", ["-c", "trap '' TERM; read x"], { MARK: `${token}.1.2;` });
    const [group, ended, other] = [sleeper({}), sleeper({}), sleeper({ MARK: "token-of-another" })];
    // Its trap must stand before the signal comes.
    await new Promise((resolve) => setTimeout(resolve, 300));
    await watch(path(), [token, `+ ${group.pid}`, `+ ${ended.pid}`, `- ${ended.pid}`]);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect([marked, stubborn, group, ended, other].map(({ signalCode }) => signalCode)).toEqual([
      "SIGTERM",
      "SIGKILL",
      "SIGTERM",
      null,
      null,
    ]);
  }, 30_000);

  test("told to quit, ends nothing", async () => {
    const token = `token-${process.pid}-${Date.now()}`;
    const marked = sleeper({ MARK: `${token}.1.1;` });
    await watch(path(), [token, `+ ${marked.pid}`, "quit"]);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(marked.signalCode).toBeNull();
  }, 30_000);
});
