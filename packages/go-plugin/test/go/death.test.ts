import { randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { describeWithGo } from "../../../../interop/driver/go.js";
import { type GoHost, type GoHostOptions, startGoHost } from "../../../../interop/driver/go-host.js";
import type { GoPlugin } from "../../../../interop/driver/go-plugin.js";
import { type Bundles, bundlePlugin } from "../support/bundle.js";
import { findByEnvironment } from "../support/find.js";
import { until } from "../support/spawn.js";
import { doing, launchOptions, streaming } from "./support.js";

// What is promised is three seconds. A machine that is busy with other things gets four times as long.
const boundMs = 4 * 3000;

await describeWithGo("a plugin whose host is killed is gone, with its children and its socket", () => {
  let bundles: Bundles;
  let host: GoHost;
  let folder: string;
  let mark: string;
  beforeAll(async () => {
    bundles = await bundlePlugin();
  }, 60_000);
  afterAll(() => bundles.remove());
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "death-"));
    mark = randomUUID();
  });
  afterEach(async () => {
    for (const pid of findByEnvironment(`PROBE_MARK=${mark}`)) process.kill(pid, "SIGKILL");
    await host.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const wrapped = (path = bundles.extensionless): string => {
    const script = join(folder, "wrapped");
    // The shell stays, and is the plugin's parent.
    writeFileSync(script, `#!/bin/sh\n"${path}"\nexit $?\n`, { mode: 0o755 });
    return script;
  };

  async function launch(
    options: GoHostOptions & { path?: string; connectLater?: boolean; autoMtls?: boolean } = {},
  ): Promise<GoPlugin> {
    host = await startGoHost(options);
    const { path = bundles.extensionless, connectLater = false, autoMtls = false } = options;
    const plugin = await host.launch(
      launchOptions(bundles, { path, connectLater, autoMtls, variables: { TMPDIR: folder, PROBE_MARK: mark } }),
    );
    expect(existsSync(plugin.address)).toBe(true);
    return plugin;
  }

  /** Kills the host, and waits until nothing is left that has the mark. */
  async function murder(what: string): Promise<void> {
    const ours = () => findByEnvironment(`PROBE_MARK=${mark}`);
    expect(ours().length).toBeGreaterThan(0);
    host.murder();
    const ms = await until("everything is gone", () => ours().length === 0, boundMs);
    console.log(`${what}: gone ${Math.round(ms)} ms after the host`);
    expect(readdirSync(folder).filter((name) => name.startsWith("plugin-"))).toEqual([]);
  }

  test("idle", async () => {
    const plugin = await launch();
    await plugin.ping();
    await murder("idle");
  });

  test("in the middle of a stream, with a child process", async () => {
    const plugin = await launch();
    await plugin.call({ method: doing, messages: [{ do: "spawn" }] });
    const call = plugin.start({ method: streaming, messages: [{ do: "ignore" }] });
    await call.until(1);
    call.ended.catch(() => {});
    await murder("mid-stream with a child");
  });

  test("under back-pressure", async () => {
    const plugin = await launch();
    const call = plugin.start({ method: streaming, messages: [{ do: "flood" }], sizes: true });
    await call.until(1);
    call.ended.catch(() => {});
    await murder("under back-pressure");
  });

  test("with timers and servers of its own", async () => {
    const plugin = await launch();
    await plugin.call({ method: doing, messages: [{ do: "linger" }] });
    await murder("with timers and servers");
  });

  test("with AutoMTLS and a connection back", async () => {
    const plugin = await launch({ autoMtls: true });
    await plugin.serve(1);
    await plugin.call({ method: doing, messages: [{ do: "call back", broker: 1 }] });
    await murder("with a connection back");
  });

  test("stdin is a pipe", async () => {
    const plugin = await launch({ stdin: "pipe" });
    await plugin.ping();
    await murder("stdin is a pipe");
  });

  test("stdin is a pipe that has ended: that alone ends nothing", async () => {
    const plugin = await launch({ stdin: "pipe" });
    host.child.stdin?.end();
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await plugin.ping();
    await murder("stdin has ended");
  });

  test("stdin is a terminal", async () => {
    const wrap = (line: readonly string[]) => ["script", "-qec", line.join(" "), "/dev/null"];
    const plugin = await launch({ stdin: "pipe", wrap });
    await plugin.ping();
    await murder("stdin is a terminal");
  });

  test("the host was started by a shell", async () => {
    const plugin = await launch({ wrap: (line) => ["sh", "-c", `${line.join(" ")}; true`] });
    await plugin.ping();
    await murder("the host was started by a shell");
  });

  test("it was not connected to", async () => {
    await launch({ connectLater: true });
    await murder("not connected to");
  });

  test("it was started by a shell, which stays", async () => {
    const plugin = await launch({ path: wrapped() });
    await plugin.ping();
    await murder("started by a shell");
  });

  test("it was started by a shell, and not connected to", async () => {
    await launch({ path: wrapped(), connectLater: true });
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await murder("started by a shell, not connected to");
  });

  test.each([0, 20, 40, 60, 80, 120])("%p ms after the start, whatever it is doing then", async (ms) => {
    host = await startGoHost();
    const variables = { TMPDIR: folder, PROBE_MARK: mark };
    host.launch(launchOptions(bundles, { variables })).catch(() => {});
    await until("there is a process", () => findByEnvironment(`PROBE_MARK=${mark}`).length > 0, 10_000);
    await new Promise((resolve) => setTimeout(resolve, ms));
    await murder(`${ms} ms after the start`);
  });
});
