import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { type Project, project, removeFolders, root } from "./support/project.js";
import { pluginSource } from "./support/sources.js";

/**
 * Puts a program into a network of its own, in which there is nothing but this machine. Needs the rights for it, or a
 * kernel that grants them.
 */
const isolate = [
  ...["unshare", "--net", ...(process.getuid?.() === 0 ? [] : ["--map-root-user"])],
  ...["sh", "-c", 'ip link set lo up && exec "$@"', "sh"],
];
const canIsolate = spawnSync(isolate[0] ?? "", [...isolate.slice(1), "true"]).status === 0;
if (!canIsolate) {
  if (process.env["CI"] !== undefined) throw new Error("CI must be able to unshare its network");
  console.warn("SKIPPED: this machine cannot unshare its network, so nothing shows that no command needs one.");
}

let sample: Project;
beforeAll(async () => {
  sample = project({ "src/plugin.ts": pluginSource({}) });
  expect(await sample.build()).toMatchObject({ code: 0 });
}, 60_000);
afterAll(removeFolders);

const source = ["--conditions", "@plugwright/source"];
const program = [
  ...["--conditions=@plugwright/source", "--import", join(root, "node_modules/tsx/dist/loader.mjs")],
  join(import.meta.dirname, "../src/cli.ts"),
];

/** Runs the program in a pipe. @param until what it has to print before it is told to end */
async function run(before: readonly string[], args: readonly string[], until?: string) {
  const [command = "", ...rest] = [...before, process.execPath, ...program, ...args];
  const child = spawn(command, rest, { cwd: sample.folder, stdio: ["ignore", "pipe", "pipe"] });
  let out = "";
  let err = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    out += text;
    if (until !== undefined && out.includes(until)) child.kill("SIGTERM");
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    err += text;
  });
  const [code] = await once(child, "close");
  // Ports, tokens, sockets and times differ from one run to the next.
  const same = (text: string) =>
    text
      .replaceAll(/127\.0\.0\.1:\d+|Bearer \S+|plugin-\w+\/s/g, "...")
      .replaceAll(/ *\d+(?:\.\d+)? ms|"ms": ?[\d.]+/g, " N ms")
      .replaceAll(/"(?:from|to)":\d+/g, "");
  return { code, out: same(out), err: same(err) };
}

(canIsolate ? describe : describe.skip)("without a network", () => {
  test.each([
    [["inspect", ...source], undefined],
    [["inspect", "dist/sample", "--json"], undefined],
    [["invoke", "add", "--arg", "a=1", "--arg", "b=2", ...source], undefined],
    [["build", "--out-dir", "other", ...source], undefined],
    [["doctor", "dist/sample"], undefined],
    [["schema", ...source], undefined],
    [["dev", ...source], "serving"],
  ])(
    "%j does the same, and shows no progress in a pipe",
    async (args, until) => {
      const [alone, connected] = await Promise.all([run(isolate, args, until), run([], args, until)]);
      expect(alone).toEqual(connected);
      expect(alone.code).toBe(0);
      expect(alone.out).not.toBe("");
      for (const control of ["\r", "\u001b"]) expect(`${alone.out}${alone.err}`).not.toContain(control);
    },
    30_000,
  );
});
