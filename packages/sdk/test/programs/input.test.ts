import { expect, test } from "@jest/globals";
import { exec } from "@plugwright/sdk/node";
import { until } from "../support/until.js";
import { setUpPrograms } from "./ran.js";

const { run } = setUpPrograms();

test("without input a program that reads gets none and ends at once", async () => {
  const { events, result, took } = await run("program", { file: "cat" });
  expect([events, result?.["stdout"]]).toEqual(["xr", ""]);
  console.info(`cat without input: over after ${Math.round(took)} ms (promised: 1000)`);
  expect(took).toBeLessThan(4000);
});

test("input may be text, bytes or what comes bit by bit", async () => {
  async function* bits() {
    yield "ä";
    await new Promise((resolve) => setTimeout(resolve, 20));
    yield new Uint8Array([0xc3, 0xb6]);
    yield Buffer.from("ü");
  }
  expect((await exec("cat", [], { cwd: "/", input: "täxt" })).stdout).toBe("täxt");
  expect((await exec("cat", [], { cwd: "/", input: new Uint8Array([0, 255]), encoding: "bytes" })).stdout).toEqual(
    new Uint8Array([0, 255]),
  );
  expect((await exec("cat", [], { cwd: "/", input: bits() })).stdout).toBe("äöü");
  expect((await exec("cat", [], { cwd: "/", input: "" })).stdout).toBe("");
});

test("64 MB that nobody reads do no harm", async () => {
  const { code, stderr } = await exec("true", [], { cwd: "/", input: Buffer.alloc(64_000_000, "x") });
  expect([code, stderr]).toEqual([0, ""]);
});

test("64 MB go through a program and back, and both ends wait for each other", async () => {
  const input = Buffer.alloc(64_000_000, "x");
  const { stdout, dropped } = await exec("cat", [], { cwd: "/", input, maxBuffer: 64_000_000, encoding: "bytes" });
  expect([stdout.length, dropped.stdout]).toEqual([64_000_000, 0]);
});

test("endless input ends with the program, and is told so", async () => {
  let returned = false;
  let taken = 0;
  async function* endless() {
    try {
      for (;;) {
        taken++;
        yield Buffer.alloc(64 * 1024, "x");
      }
    } finally {
      returned = true;
    }
  }
  expect((await exec("head", ["-c", "1000000"], { cwd: "/", input: endless() })).dropped.stdout).toBe(0);
  await until("the input ends", () => returned);
  expect(taken).toBeLessThan(200);
});

test("input that never comes does not keep a program from ending", async () => {
  async function* silent(): AsyncGenerator<string> {
    await new Promise(() => undefined);
  }
  expect((await exec("true", [], { cwd: "/", input: silent() })).code).toBe(0);
});

test("input that fails ends the program, and exec fails with it", async () => {
  const why = new Error("the database went away");
  async function* failing(): AsyncGenerator<string> {
    yield "first";
    throw why;
  }
  await expect(exec("sh", ["-c", "sleep 60"], { cwd: "/", input: failing() })).rejects.toBe(why);
});

test("input of another kind is refused", async () => {
  // biome-ignore lint/suspicious/noExplicitAny: what JavaScript allows
  const input: any = { path: "x" };
  await expect(exec("cat", [], { cwd: "/", input })).rejects.toThrow(
    "input must be a string, bytes or an async iterable of them",
  );
});
