import { chmod, mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { JsonObject } from "@plugwright/sdk";
import { exec } from "@plugwright/sdk/node";
import { onEachLane } from "../support/lanes.js";
import { verifies } from "../verifies.js";
import { cancelAfter, servePrograms, setUpPrograms } from "./ran.js";

let folder: string;
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "start-")));
  await writeFile(join(folder, "plain"), "echo hi\n");
  await writeFile(join(folder, "lost"), "#!/no/such/interpreter\n");
  await writeFile(join(folder, "script"), "#!/bin/sh\necho script\n");
  await chmod(join(folder, "lost"), 0o755);
  await chmod(join(folder, "script"), 0o755);
  await mkdir(join(folder, "sub"));
});
afterAll(() => rm(folder, { recursive: true }));

await onEachLane("programs of a call", (lane) => {
  const { run } = servePrograms(lane);

  describe("a program that cannot be started ends the call with one error that tells why, and no exit_status", () => {
    test.each<[string, JsonObject, string, string]>([
      ["missing", { file: "/no/such/bin" }, "NOT_FOUND", "the program /no/such/bin does not exist"],
      ["not on the PATH", { file: "no-such-program" }, "NOT_FOUND", "there is no program no-such-program on the PATH"],
      [
        "not executable",
        { file: "./plain" },
        "PERMISSION_DENIED",
        "the program ./plain may not be run: it is not marked",
      ],
      ["a directory", { file: "./sub" }, "PERMISSION_DENIED", "the program ./sub may not be run: it is no file"],
      [
        "a script without its interpreter",
        { file: "./lost" },
        "NOT_FOUND",
        "the program ./lost exists, but not what runs it",
      ],
      ["below a file", { file: "./plain/x" }, "NOT_FOUND", "the program ./plain/x does not exist"],
      [
        "in a missing directory",
        { file: "ls", cwd: "/no/such" },
        "NOT_FOUND",
        "the working directory /no/such does not exist",
      ],
      ["in a file", { file: "ls", cwd: "plain" }, "NOT_FOUND", "/plain is not a directory"],
      ["without a name", { file: "" }, "EXECUTION_FAILED", "exec takes the name of a program, which is empty"],
      [
        "a command line with more words",
        { file: "echo", args: ["hi"], shell: true },
        "EXECUTION_FAILED",
        "with { shell: true } the first argument is the whole command line",
      ],
    ])("%s", async (what, args, category, text) => {
      verifies("RUN-19");
      const { events, error, took } = await run("program", args, { workingDirectory: folder });
      expect(events).toBe("e");
      expect(error?.category).toBe(category);
      expect(error?.message).toContain(text);
      console.info(`${what}: over after ${Math.round(took)} ms (promised: 1000)`);
      expect(took).toBeLessThan(4000);
    });

    test.each<[string, number, string]>([
      ["a NUL byte", 0, "true cannot be started: an argument holds a NUL byte"],
      ["3 MB in one argument", 3_000_000, "its arguments are too long for the system (3000001 bytes)"],
    ])("%s", async (what, bytes, text) => {
      const { events, error, took } = await run("impossible", { bytes });
      expect([events, error?.category]).toEqual(["e", "INVALID_ARGUMENTS"]);
      expect(error?.message).toContain(text);
      console.info(`${what}: over after ${Math.round(took)} ms (promised: 1000)`);
      expect(took).toBeLessThan(4000);
    });

    test("in a call without a working directory", async () => {
      const { events, error } = await run("program", { file: "ls" }, { workingDirectory: "" });
      expect(events).toBe("e");
      expect(error).toEqual({
        category: "INVALID_ARGUMENTS",
        message: "ls cannot be started: there is no working directory, and no absolute cwd was given",
      });
    });
  });

  test("a program runs in the call's working directory, or in one below it, and needs no shell", async () => {
    const pwd = async (cwd?: string) =>
      (await run("program", { file: "pwd", ...(cwd && { cwd }) }, { workingDirectory: folder })).stdout.trim();
    expect(await pwd()).toBe(folder);
    expect(await pwd("sub")).toBe(join(folder, "sub"));
    expect(await pwd("/")).toBe("/");
    const script = await run("program", { file: "./script" }, { workingDirectory: folder });
    expect(script.stdout).toBe("script\n");
    const words = await run("program", { file: "printf", args: ["%s|", "a b", "$HOME", "`ls`", "; ls", "*"] });
    expect(words.stdout).toBe("a b|$HOME|`ls`|; ls|*|");
  });

  test("a shell is there for who asks for it by name", async () => {
    expect((await run("program", { file: "echo $((1 + 2)) | tr 3 4", shell: true })).stdout).toBe("4\n");
  });

  test("two calls at once run in a directory of their own each", async () => {
    const folders = [folder, join(folder, "sub"), "/"];
    const all = await Promise.all(
      folders.map((workingDirectory) => run("quiet", { command: "sleep 0.2; pwd" }, { workingDirectory })),
    );
    expect(all.map(({ result }) => result?.["stdout"])).toEqual(folders.map((path) => `${path}\n`));
  });
});

const inThisProcess = setUpPrograms();

test("a program is not started after its call was told to end", async () => {
  const { run } = inThisProcess;
  const { signal } = cancelAfter(100);
  const told = await run("starts_when_told_to_end", { command: "echo started" }, { signal });
  expect(told).toMatchObject({ events: "e", stdout: "", error: { category: "CANCELLED" } });
});

describe("outside of a call", () => {
  test("exec runs in the directory it is given", async () => {
    expect(await exec("pwd", [], { cwd: folder })).toEqual({
      code: 0,
      signal: undefined,
      stdout: `${folder}\n`,
      stderr: "",
      truncated: false,
      dropped: { stdout: 0, stderr: 0 },
    });
    await expect(exec("pwd")).rejects.toThrow("there is no working directory, and no absolute cwd was given");
    await expect(exec("pwd", [], { cwd: "sub" })).rejects.toThrow("no absolute cwd was given");
  });

  test("exec does not start what was told to end already", async () => {
    const reason = new Error("too late");
    const signal = AbortSignal.abort(reason);
    await expect(exec("touch", [join(folder, "touched")], { cwd: folder, signal })).rejects.toBe(reason);
    expect((await exec("ls", ["touched"], { cwd: folder })).code).not.toBe(0);
  });
});
