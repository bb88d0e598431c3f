import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "@connectrpc/connect";
import { afterAll, describe, expect, test } from "@jest/globals";
import { type LogLine, launchPlugin } from "@plugwright/go-plugin/host";
import { ToolService } from "@plugwright/protocol/tool";
import { cookie } from "../../src/node/kernel-lane/cookie.js";
import { verifies } from "../verifies.js";
import { type Bundle, bundleFixture } from "./bundle.js";
import { sparseEnvironment } from "./setup.js";

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

  test("nothing of connect or protobuf is evaluated", async () => {
    const { path, evaluated } = await bundleWith(/^(@connectrpc\/|@bufbuild\/|@plugwright\/protocol)/);
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

  test("nothing of zod is evaluated, nor before the first call of a service of the plugin's", async () => {
    const { path, evaluated } = await bundleWith(/^zod(\/|$)/);
    const plugin = await launchPlugin({
      command: path,
      env: sparseEnvironment({ FIXTURE_EVALUATED: evaluated }),
      cookie,
      protocolVersions: [1],
    });
    await plugin.ping();
    expect(existsSync(evaluated)).toBe(false);
    await expect(createClient(ToolService, plugin.transport).getSchema({})).rejects.toThrow();
    expect(readFileSync(evaluated, "utf8")).toBe("zod\n");
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
    const start = (variables: Record<string, string>) =>
      new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) => {
        const child = spawn(path, { env: sparseEnvironment(variables), stdio: ["ignore", "pipe", "pipe"] });
        let [stdout, stderr] = ["", ""];
        child.stdout.on("data", (text) => (stdout += text));
        child.stderr.on("data", (text) => (stderr += text));
        child.once("close", (code) => resolve({ code, stdout, stderr }));
      });
    for (const variables of [{}, { [cookie.key]: "another" }]) {
      const { code, stdout, stderr } = await start(variables);
      expect([code, stdout]).toEqual([1, ""]);
      expect(stderr).toMatch(/This is a plugin of the PluggableHarness/);
    }
  });
});
