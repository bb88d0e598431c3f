import { execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { buildSync } from "esbuild";

let folder: string;
let program: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "output-"));
  program = join(folder, "prints.cjs");
  buildSync({
    entryPoints: [fileURLToPath(new URL("support/prints.ts", import.meta.url))],
    outfile: program,
    bundle: true,
    platform: "node",
    conditions: ["@plugwright/source"],
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs it in a shell, where pipes are pipes and not the sockets that Node makes. */
function inShell(redirections: string, how = ""): { stdout: string; stderr: string } {
  const [out, err] = [join(folder, "out"), join(folder, "err")];
  const line = `HOW=${how} "${process.execPath}" "${program}" ${redirections.replace("OUT", out).replace("ERR", err)}`;
  execFileSync("sh", ["-c", line], { stdio: "ignore", timeout: 20_000 });
  return { stdout: readFileSync(out, "utf8"), stderr: readFileSync(err, "utf8") };
}

interface Line {
  readonly message: string;
  readonly level?: string;
  readonly to?: string;
  readonly who?: string;
}

function linesOf(text: string): Line[] {
  const lines = text.trimEnd().split("\n");
  return lines.map((line) => {
    if (!line.startsWith("{")) return { message: line };
    const { "@message": message, "@level": level, to, who } = JSON.parse(line);
    return { message, level, to, who };
  });
}

const throughNode = [
  ["console.log 1", "info", "stdout"],
  ["console.debug", "debug", "stdout"],
  ["console.info", "info", "stdout"],
  ["console.warn", "warn", "stderr"],
  ["console.error", "error", "stderr"],
  ["process.stdout", "info", "stdout"],
  ["a buffer", "info", "stdout"],
  ["stdencoded", "info", "stdout"],
  ["process.stderr", "warn", "stderr"],
  ["writeSync", "info", "stdout"],
  ["234", "info", "stdout"],
  ["5", "info", "stdout"],
  ["writevSync", "info", "stdout"],
  ["writeFileSync", "info", "stdout"],
  ["appendFileSync", "info", "stdout"],
  ["write", "info", "stdout"],
  ["5 bytes", "info", "stdout"],
  ["a stream", "info", "stdout"],
  ["from one", "info", "stdout"],
  ["from two", "info", "stdout"],
  ["console of a worker", "info", "stdout"],
];
const pastNode = ["inherited child", "fs of a worker"];

function expectAll(lines: readonly Line[]): void {
  expect(
    lines.filter(({ level }) => level !== undefined).map(({ message, level, to }) => [message, level, to]),
  ).toEqual(throughNode);
}

test("where stdout is a pipe, nothing but the handshake gets into it", () => {
  const { stdout, stderr } = inShell("2>ERR | cat >OUT");
  expect(stdout).toBe('{"isSwapped":true,"isOwn":true,"kind":"pipe"}\n');
  const lines = linesOf(stderr);
  expectAll(lines);
  expect(lines.filter(({ level }) => level === undefined).map(({ message }) => message)).toEqual(pastNode);
});

test("what is printed is reported in the context of who prints it", () => {
  const lines = linesOf(inShell("2>ERR | cat >OUT").stderr);
  expect(lines.filter(({ who }) => who !== undefined)).toEqual(
    ["one", "two"].map((who) => ({ message: `from ${who}`, level: "info", to: "stdout", who })),
  );
});

test("both may be pipes", () => {
  const { stdout, stderr } = inShell("2>&1 >OUT | cat >ERR");
  // stdout is a file here: nobody speaks the protocol, and nothing is moved.
  expect(stdout).toBe(
    `{"isSwapped":false,"isOwn":false,"kind":"other"}\n${pastNode.map((line) => `${line}\n`).join("")}`,
  );
  expectAll(linesOf(stderr));
});

test("where stdout is a socket, as a host written in Node makes it, Node's own ways are caught", () => {
  const { stdout, stderr } = spawnSync(process.execPath, [program], { encoding: "utf8", timeout: 20_000 });
  expect(stdout.trimEnd().split("\n")).toEqual(['{"isSwapped":false,"isOwn":false,"kind":"socket"}', ...pastNode]);
  expectAll(linesOf(stderr));
});

test("without a callback every line is logged", () => {
  const lines = linesOf(inShell("2>ERR | cat >OUT", "default").stderr);
  expect(lines.filter(({ level }) => level).map(({ message, level }) => [message, level])).toEqual(
    throughNode.map(([message, level]) => [message, level]),
  );
});

test("a callback that fails, or prints itself, loses nothing", () => {
  const failing = linesOf(inShell("2>ERR | cat >OUT", "throws").stderr);
  expect(failing.filter(({ level }) => level).map(({ message }) => message)).toEqual(throughNode.map(([text]) => text));
  const printing = linesOf(inShell("2>ERR | cat >OUT", "prints").stderr);
  expect(printing.slice(0, 2).map(({ message }) => message)).toEqual(["about to log console.log 1", "console.log 1"]);
});

test("a host that no longer reads stderr does not make it fail", async () => {
  const child = spawn(process.execPath, [program], { stdio: ["ignore", "pipe", "pipe"] });
  child.stderr.destroy();
  child.stdout.resume();
  expect(await new Promise((resolve) => child.once("close", resolve))).toBe(0);
});
