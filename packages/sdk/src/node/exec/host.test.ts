import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { afterEach, describe, expect, test } from "@jest/globals";
import { until } from "../../../test/support/until.js";
import { posixHost, treeHost, windowsHost } from "./host.js";
import type { Tree } from "./tree.js";

const tree = (pid: number, more: Partial<Tree> = {}): Tree => ({
  pid,
  token: "none",
  exited: false,
  left: new Map(),
  ...more,
});

describe("on Windows", () => {
  test("a tree is ended at once, by its parents, and as long as its program lives", () => {
    const runs: string[] = [];
    const host = windowsHost((file, args) => runs.push([file, ...args].join(" ")));
    const trees = [tree(41), tree(42, { exited: true })];
    const targets = host.find(trees, "none");
    expect(targets).toEqual([{ pid: 41, group: true }]);
    for (const target of targets) host.signal(target, "SIGTERM");
    expect(runs).toEqual(["taskkill /pid 41 /T /F"]);
    expect(host.leftOf(41)).toEqual(new Map());
  });
});

describe("on a system without /proc", () => {
  function host(groups: Set<number>) {
    const sent: [number, string | number][] = [];
    const kill = (pid: number, signal: string | number = 0): true => {
      if (signal !== 0) sent.push([pid, signal]);
      if (pid < 0 && !groups.has(-pid)) throw Object.assign(new Error("kill ESRCH"), { code: "ESRCH" });
      return true;
    };
    return { sent, host: posixHost(kill) };
  }

  test("a tree is its group, also after its leader has ended", () => {
    const groups = new Set([41, 42]);
    const { host: posix, sent } = host(groups);
    const trees = [tree(41), tree(42, { exited: true, left: posix.leftOf(42) })];
    expect(posix.find(trees, "none")).toEqual([
      { pid: 41, group: true },
      { pid: 42, group: true },
    ]);
    for (const target of posix.find(trees, "none")) posix.signal(target, "SIGTERM");
    expect(sent).toEqual([
      [-41, "SIGTERM"],
      [-42, "SIGTERM"],
    ]);
  });

  test("a group that was empty when its leader ended is somebody else's if it comes back", () => {
    const groups = new Set<number>();
    const { host: posix } = host(groups);
    const orphan = tree(42, { exited: true, left: posix.leftOf(42) });
    groups.add(42);
    expect(posix.find([orphan], "none")).toEqual([]);
  });

  test("what is gone when it is signalled is no error", () => {
    const { host: posix } = host(new Set());
    expect(() => posix.signal({ pid: 41, group: true }, "SIGKILL")).not.toThrow();
  });

  test.each([
    ["our own group", 0],
    ["the first process", 1],
    ["everybody", -1],
    ["what never started", Number.NaN],
    ["ourselves", process.pid],
  ])("no signal goes to %s", (_, pid) => {
    const { host: posix, sent } = host(new Set());
    posix.signal({ pid, group: true }, "SIGKILL");
    posix.signal({ pid, group: false }, "SIGKILL");
    expect(sent).toEqual([]);
  });
});

describe("on Linux", () => {
  const children: ReturnType<typeof spawn>[] = [];
  afterEach(async () => {
    for (const child of children.splice(0)) {
      const exited = once(child, "exit");
      child.kill("SIGKILL");
      await exited;
    }
  });
  /** A living process that leads a group. */
  function stranger(env: Record<string, string> = {}, file = "sleep", args = ["60"]): number {
    const child = spawn(file, args, { detached: true, stdio: "ignore", env: { PATH: "/usr/bin:/bin", ...env } });
    children.push(child);
    return child.pid ?? 0;
  }
  const startOf = (pid: number) =>
    readFileSync(`/proc/${pid}/stat`, "latin1")
      .replace(/^.*\) /s, "")
      .split(" ")[19] ?? "";
  const linux = treeHost("linux");

  test("a group whose number went to somebody else after its leader had ended is left alone", () => {
    const pid = stranger();
    expect(linux.find([tree(pid, { exited: true })], "no-such-token")).toEqual([]);
    const left = new Map([[pid, "1"]]);
    expect(linux.find([tree(pid, { exited: true, left })], "no-such-token")).toEqual([]);
  });

  test("a group is known again by a process that was in it when its leader ended", () => {
    const pid = stranger();
    const left = linux.leftOf(pid);
    expect(left).toEqual(new Map([[pid, startOf(pid)]]));
    expect(linux.find([tree(pid, { exited: true, left })], "no-such-token")).toEqual([{ pid, group: true }]);
  });

  test("what carries the token is found wherever it is, and nothing else", () => {
    const token = `host-test-${process.pid}`;
    const [marked, other] = [stranger({ MARK: `before ${token} after` }), stranger()];
    expect(linux.find([], token)).toEqual([{ pid: marked, group: false }]);
    expect(linux.find([tree(other)], token)).toEqual([
      { pid: other, group: true },
      { pid: marked, group: false },
    ]);
    expect(linux.find([tree(marked, { exited: true })], token)).toEqual([{ pid: marked, group: true }]);
  });

  test("what has begun since another call looked is found, at once", () => {
    const token = `host-test-later-${process.pid}`;
    expect(linux.find([], "no-such-token")).toEqual([]);
    const later = stranger({ MARK: token });
    expect(linux.find([], token)).toEqual([{ pid: later, group: false }]);
  });

  test("the dead are not found, although nobody has taken note of their end", async () => {
    // `true` becomes a zombie: sleep, which replaces its parent, never asks for it.
    const pid = stranger({}, "sh", ["-c", "true & exec sleep 60"]);
    const zombies = () => {
      const tasks = readFileSync(`/proc/${pid}/task/${pid}/children`, "latin1").trim().split(" ");
      return tasks.filter((child) => child !== "" && /\) Z/.test(readFileSync(`/proc/${child}/stat`, "latin1")));
    };
    await until("a zombie", () => zombies().length === 1);
    expect([...linux.leftOf(pid).keys()]).toEqual([pid]);
  });
});
