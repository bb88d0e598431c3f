import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
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

/** A process without a mark, in a group whose leader has ended. */
async function orphan(): Promise<{ readonly group: number; readonly pid: number }> {
  const leader = spawn("/bin/sh", ["-c", "/bin/sleep 60 >/dev/null 2>&1 & echo $!"], {
    detached: true,
    stdio: ["ignore", "pipe", "ignore"],
    env: {},
  });
  let printed = "";
  leader.stdout.on("data", (data: Buffer) => {
    printed += data;
  });
  await once(leader, "close");
  return { group: leader.pid ?? 0, pid: Number(printed) };
}

/** When a process began, as the system counts; `undefined` if it does not live. */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" ? undefined : fields[19];
  } catch {
    return undefined;
  }
}

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

  test("ends a group that has lost its leader, as long as somebody is in it who was left there", async () => {
    const orphans = await Promise.all([orphan(), orphan(), orphan()]);
    const [left, reused, forgotten] = orphans;
    if (left === undefined || reused === undefined || forgotten === undefined) throw new Error("there are three");
    await watch(path(), [
      "token-of-nobody",
      `+ ${left.group}`,
      `= ${left.group} 1:1 ${left.pid}:${startOf(left.pid)}`,
      // The number is another process's by now.
      `= ${reused.group} ${reused.pid}:1`,
      `= ${forgotten.group} ${forgotten.pid}:${startOf(forgotten.pid)}`,
      `- ${forgotten.group}`,
    ]);
    await new Promise((resolve) => setTimeout(resolve, 100));
    const alive = orphans.map(({ pid }) => startOf(pid) !== undefined);
    for (const { pid } of orphans) if (startOf(pid) !== undefined) process.kill(pid, "SIGKILL");
    expect(alive).toEqual([false, true, true]);
  }, 30_000);

  test("told to quit, ends nothing", async () => {
    const token = `token-${process.pid}-${Date.now()}`;
    const marked = sleeper({ MARK: `${token}.1.1;` });
    await watch(path(), [token, `+ ${marked.pid}`, "quit"]);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(marked.signalCode).toBeNull();
  }, 30_000);
});
