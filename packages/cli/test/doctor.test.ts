import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { runProgram } from "./support/program.js";
import { newFolder, project, removeFolders } from "./support/project.js";
import { pluginSource } from "./support/sources.js";

let folder: string;
beforeAll(async () => {
  const { build, ...made } = project({ "src/plugin.ts": pluginSource({ config: "z.object({ url: z.string() })" }) });
  folder = made.folder;
  expect(await build()).toMatchObject({ code: 0 });
}, 60_000);
afterAll(removeFolders);

const doctor = (...args: string[]) => runProgram(["doctor", ...args], { cwd: folder });

/** An executable that does not do what a plugin does. */
function script(text: string): string {
  const path = join(newFolder(), "plugin");
  writeFileSync(path, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  return path;
}

test("a sound plugin: every step with its time, and what the plugin gets to see", async () => {
  const { code, out, err } = await doctor("dist/sample", "--config", "url=x");
  expect({ code, err }).toEqual({ code: 0, err: "" });
  const steps = out
    .split("\n\n")[0]
    ?.replaceAll(/ +\d+ ms /g, " N ms ")
    .split("\n");
  expect(steps).toEqual([
    expect.stringMatching(/^ok {6}start N ms {2}handshake 1\|1\|unix\|\/.*\|grpc\|$/),
    "ok      callbacks N ms  the kernel's own service is announced",
    "ok      health N ms  SERVING",
    "ok      Describe N ms  tool: sample 1.2.3 of github.com/acme/sample",
    "ok      GetSchema N ms  1 tool, 1 attribute to configure",
    "ok      shutdown N ms  exit code 0",
    "ok      load N ms  1 operation checked, configured, 0 with a preview",
  ]);
  const names = [...out.slice(out.indexOf("Its environment is")).matchAll(/^ {2}(\w+)=/gm)].map((match) => match[1]);
  expect(names).toEqual([
    ...[
      "HOME",
      "PATH",
      "PLUGGABLEHARNESS_AGENT_PLUGIN",
      "PLUGIN_MAX_PORT",
      "PLUGIN_MIN_PORT",
      "PLUGIN_PROTOCOL_VERSIONS",
    ],
    "TMPDIR",
  ]);
});

test("as JSON", async () => {
  const { code, out } = await doctor("dist/sample", "--json");
  expect(code).toBe(0);
  const { steps, warnings, environment } = JSON.parse(out);
  expect(steps.map(({ name, ms }: { name: string; ms: number }) => [name, ms > 0])).toEqual(
    ["start", "callbacks", "health", "Describe", "GetSchema", "shutdown"].map((name) => [name, true]),
  );
  expect(warnings).toEqual(["it was not configured, as it needs url: give it with --config NAME=VALUE"]);
  expect(environment["PLUGIN_PROTOCOL_VERSIONS"]).toBe("1");
});

describe("a plugin that a kernel gives up", () => {
  test("prints before its handshake: the bytes are shown", async () => {
    const { code, out, err } = await doctor(script("echo 'hello world'; sleep 1"));
    expect(code).toBe(1);
    expect(out).toMatch(/^FAILED {2}start +\d+ ms {2}the plugin's first line is no handshake: "hello world"/);
    expect(err).toBe(
      'plugwright doctor: a kernel gives it up: start: the plugin\'s first line is no handshake: "hello world". ' +
        'Hint: it wrote to stdout what is no handshake, 12 bytes: "hello world\\n" (68 65 6c 6c 6f 20 77 6f 72 6c 64 0a); print to stderr, and nothing before serve()\n',
    );
  });

  test("exits: what it wrote to stderr is shown", async () => {
    const { code, out, err } = await doctor(script("echo 'no such library' >&2; exit 3"));
    expect(code).toBe(1);
    expect(err).toContain("the plugin exited with 3 before it was connected to");
    expect(err).toContain("what it wrote to stderr is below");
    expect(out).toContain("It wrote to stderr\n  no such library\n");
  });

  test("cannot be run", async () => {
    const path = join(newFolder(), "plugin");
    writeFileSync(path, "text");
    const { code, err } = await doctor(path);
    expect(code).toBe(1);
    expect(err).toMatch(/EACCES.*chmod \+x/);
  });

  test("as JSON, with the code that says so", async () => {
    const { code, out, err } = await doctor(script("exit 3"), "--json");
    expect(code).toBe(1);
    expect(JSON.parse(out).steps).toMatchObject([
      { name: "start", problem: { reason: expect.stringContaining("exited with 3") } },
    ]);
    expect(err).toMatch(/^plugwright doctor: a kernel gives it up: start: the plugin exited with 3/);
  });
});

test("bad use", async () => {
  expect(await doctor()).toMatchObject({ code: 2, err: expect.stringContaining("no executable is named") });
  expect(await doctor("src/plugin.ts")).toMatchObject({
    code: 2,
    err: expect.stringContaining("src/plugin.ts is source. Hint: run plugwright build"),
  });
  expect(await doctor("dist/none")).toMatchObject({
    code: 2,
    err: expect.stringContaining("there is no file dist/none"),
  });
});
