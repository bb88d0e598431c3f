import { spawn } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "@jest/globals";

const script = fileURLToPath(new URL("../../../scripts/demo.mjs", import.meta.url));
let temporary: string;
let code: number | null;
let output: string;
let errors: string;
beforeAll(async () => {
  temporary = await mkdtemp(join(tmpdir(), "demo-test-"));
  const child = spawn(process.execPath, [script], {
    env: { ...process.env, TMPDIR: temporary, TMP: temporary, TEMP: temporary },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
  [output, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
}, 60_000);
afterAll(() => rm(temporary, { recursive: true }));

test("comes out right", () => {
  expect({ code, errors, end: output.trimEnd().split("\n").at(-1) }).toEqual({
    code: 0,
    errors: "",
    end: "Everything came out right.",
  });
});

test("writes no line of more than 80 characters, and no escape codes into a pipe", () => {
  expect(output.split("\n").filter((line) => [...line].length > 80)).toEqual([]);
  expect(output).not.toContain("\u001b");
});

test.each(["output_chunk", "progress", "partial_result", "result", "error"])("shows %s", (event) => {
  expect(output).toMatch(new RegExp(`^  ${event} `, "m"));
});

test("leaves no file", async () => {
  expect(await readdir(temporary)).toEqual([]);
});
