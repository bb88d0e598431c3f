import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "@connectrpc/connect";
import { afterAll, describe, expect, test } from "@jest/globals";
import { type LogLine, launchPlugin } from "@plugwright/go-plugin/host";
import { ToolService } from "@plugwright/protocol/tool";
import { runtimeContract } from "../../src/node/kernel-lane/runtime-contract.js";
import { verifies } from "../verifies.js";
import { type Bundle, bundleFixture } from "./bundle.js";
import { sparseEnvironment } from "./setup.js";

const { cookie } = runtimeContract;

describe("before the handshake line", () => {
  let bundles: Bundle[] = [];
  afterAll(() => {
    for (const bundle of bundles) bundle.remove();
    bundles = [];
  });

  const bundleWith = async (stubs?: RegExp): Promise<Bundle & { evaluated: string }> => {
    const bundle = await bundleFixture({ stubs });
    bundles.push(bundle);
    return { ...bundle, evaluated: join(bundle.folder, "evaluated") };
  };

  test.each<[string, RegExp]>([
    ["the lane", /\/kernel-lane\/lane/],
    [
      "what the lane stands on: connect, protobuf, generated code",
      /^(@connectrpc\/|@bufbuild\/|@plugwright\/protocol)/,
    ],
  ])("nothing is evaluated of %s", async (_, stubs) => {
    const { path, evaluated } = await bundleWith(stubs);
    const child = spawn(path, {
      env: sparseEnvironment({
        [cookie.key]: cookie.value,
        PLUGIN_PROTOCOL_VERSIONS: "1",
        FIXTURE_EVALUATED: evaluated,
      }),
      stdio: ["ignore", "pipe", "ignore"],
    });
    let stdout = "";
    child.stdout.setEncoding("utf8").on("data", (text) => {
      stdout += text;
    });
    const code = await new Promise((resolve) => child.once("close", resolve));
    // The first stub that is evaluated ends the process: the line was printed before it.
    expect(stdout).toMatch(/^1\|1\|unix\|[^|]+\|grpc\|?\n$/);
    expect(code).toBe(3);
    expect(readFileSync(evaluated, "utf8").trim().split("\n")).toHaveLength(1);
  });

  test.each<[string, RegExp, string]>([
    ["zod", /^zod(\/|$)/, "zod"],
    ["the author's module", /^\.\/plugin\.js$/, "./plugin.js"],
  ])("nothing of %s is evaluated, nor before the first call of a service of the plugin's", async (_, stubs, name) => {
    const { path, evaluated } = await bundleWith(stubs);
    const plugin = await launchPlugin({
      command: path,
      env: sparseEnvironment({ FIXTURE_EVALUATED: evaluated }),
      cookie,
      protocolVersions: [1],
    });
    await plugin.ping();
    expect(existsSync(evaluated)).toBe(false);
    await expect(createClient(ToolService, plugin.transport).getSchema({})).rejects.toThrow();
    expect(readFileSync(evaluated, "utf8")).toBe(`${name}\n`);
    expect(await plugin.exited).toMatchObject({ code: 3 });
  });

  test("and before the first call what is printed goes to stderr as lines that the host can read", async () => {
    const { path } = await bundleWith();
    const lines: LogLine[] = [];
    const plugin = await launchPlugin({
      command: path,
      env: sparseEnvironment({ FIXTURE_EARLY: "1" }),
      cookie,
      protocolVersions: [1],
      onLog: (line) => lines.push(line),
    });
    await plugin.ping();
    expect(await plugin.kill()).toMatchObject({ graceful: true, code: 0 });
    expect(lines).toEqual([
      expect.objectContaining({ level: "info", message: "printed right after serve" }),
      expect.objectContaining({ level: "warn", message: "printed while nobody has called" }),
    ]);
  });

  test("without the cookie there is none: the plugin says what it is and exits with 1", async () => {
    verifies("RUN-02");
    const { path } = await bundleWith();
    for (const variables of [{}, { [cookie.key]: "another" }]) {
      const { code, stdout, stderr } = await startByHand(path, variables);
      expect([code, stdout]).toEqual([1, ""]);
      expect(stderr).toMatch(/This is a plugin of the PluggableHarness/);
    }
  });

  test("with a limit that makes no sense there is none: the plugin says which and exits with 1", async () => {
    const { path } = await bundleWith();
    const variables = { [cookie.key]: cookie.value, PLUGIN_PROTOCOL_VERSIONS: "1", FIXTURE_LIMIT: "5" };
    const { code, stdout, stderr } = await startByHand(path, variables);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain("limits.message is 5: give a whole number of bytes from 1024 to 67108864 (64 MiB)");
  });
});

/** Runs it as anybody may who has the file, until it ends. */
function startByHand(path: string, variables: Record<string, string>) {
  return new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) => {
    const child = spawn(path, { env: sparseEnvironment(variables), stdio: ["ignore", "pipe", "pipe"] });
    let [stdout, stderr] = ["", ""];
    child.stdout.on("data", (text) => (stdout += text));
    child.stderr.on("data", (text) => (stderr += text));
    child.once("close", (code) => resolve({ code, stdout, stderr }));
  });
}
