import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@connectrpc/connect";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import {
  type LaunchedPlugin,
  type LaunchOptions,
  type LogLine,
  launchPlugin,
  type StdioData,
} from "@plugwright/go-plugin/host";
import { buildGo } from "../../../interop/driver/build.js";
import { describeWithGo } from "../../../interop/driver/go.js";
import { type Bundles, bundlePlugin } from "./support/bundle.js";
import { cookie } from "./support/cookie.js";
import { Callback, jsonOf, Probe, structOf } from "./support/probe.js";
import { isAlive, until } from "./support/spawn.js";

/** Where plugins have their sockets, which those that are killed leave behind. */
let sockets: string;
beforeAll(() => {
  sockets = mkdtempSync(join(tmpdir(), "sockets-"));
});
afterAll(() => rmSync(sockets, { recursive: true }));

const launched: LaunchedPlugin[] = [];
let log: LogLine[] = [];
let stdio: StdioData[] = [];
afterEach(async () => {
  for (const plugin of launched.splice(0)) await plugin.kill();
  log = [];
  stdio = [];
});

async function launch(command: string, options: Partial<LaunchOptions> = {}): Promise<LaunchedPlugin> {
  const plugin = await launchPlugin({
    command,
    cookie,
    protocolVersions: [1],
    onLog: (line) => log.push(line),
    onStdio: (data) => stdio.push(data),
    ...options,
    env: { ...process.env, TMPDIR: sockets, ...options.env },
  });
  launched.push(plugin);
  return plugin;
}

const probe = ({ transport }: LaunchedPlugin) => createClient(Probe, transport);

/** @param crashed The exit code of a plugin that crashes. */
function behaves(command: () => string, crashed: number): void {
  test.each([false, true])("it is launched, called, called back and ended, AutoMTLS: %p", async (autoMtls) => {
    const plugin = await launch(command(), { autoMtls });
    await plugin.ping();
    expect(Buffer.from((await probe(plugin).echo({ value: Buffer.from("hello") })).value).toString()).toBe("hello");
    const heard: unknown[] = [];
    await plugin.broker.serve(7, {
      routes: (router) =>
        router.service(Callback, {
          tell(request) {
            heard.push(jsonOf(request));
            return structOf({ heard: true });
          },
        }),
    });
    await probe(plugin).do(structOf({ do: "call back", broker: 7 }));
    expect(heard).toHaveLength(1);
    expect(existsSync(plugin.handshake.address)).toBe(true);
    const { graceful, code, ms } = await plugin.kill();
    console.log(`ended after ${Math.round(ms)} ms`);
    expect([graceful, code, isAlive(plugin.pid), existsSync(plugin.handshake.address)]).toEqual([
      true,
      0,
      false,
      false,
    ]);
  });

  test("it waits for a callback service that is announced late", async () => {
    const plugin = await launch(command());
    const call = probe(plugin).do(structOf({ do: "call back", broker: 1 }));
    const routes = { tell: () => structOf({}) };
    await plugin.broker.serve(1, { routes: (router) => router.service(Callback, routes), announceAfterMs: 500 });
    await call;
  });

  test("its crash is told, and the calls fail", async () => {
    const plugin = await launch(command());
    await expect(probe(plugin).do(structOf({ do: "crash" }))).rejects.toThrow();
    expect(await plugin.exited).toEqual({ code: crashed, signal: null });
    expect(await plugin.kill()).toMatchObject({ graceful: true, code: crashed });
  });

  test("64 MiB each way", async () => {
    const plugin = await launch(command(), { env: { PROBE_LIMIT_MIB: "65" } });
    const { value } = await probe(plugin).echo({ value: new Uint8Array(64 * 1024 * 1024) });
    expect(value).toHaveLength(64 * 1024 * 1024);
  }, 60_000);

  test("another version is refused", async () => {
    await expect(launch(command(), { protocolVersions: [4, 5] })).rejects.toThrow(
      "the plugin speaks version 1 of the protocol, and this host 4, 5",
    );
  });
}

describe("the host and our plugin", () => {
  let bundles: Bundles;
  beforeAll(async () => {
    bundles = await bundlePlugin();
  }, 60_000);
  afterAll(() => bundles.remove());
  behaves(() => bundles.extensionless, 1);

  test("the log comes as it was meant", async () => {
    await launch(bundles.mjs);
    await until("the line", () => log.some(({ message }) => message === "a dependency says hello"), 4000);
    const line = log.find(({ message }) => message === "a dependency says hello");
    expect(line).toMatchObject({ level: "info", fields: { printed: "stdout" } });
    expect(line?.timestamp).toMatch(/\.\d{6}Z$/);
  });
});

await describeWithGo("the host and a plugin of the real go-plugin", () => {
  let binary = "";
  beforeAll(async () => {
    binary = await buildGo("plugin");
  }, 300_000);
  behaves(() => binary, 3);

  test("what it prints is passed on", async () => {
    const plugin = await launch(binary);
    await probe(plugin).do(structOf({ do: "print" }));
    await until("both", () => stdio.length === 2, 4000);
    expect(stdio.map(({ from, data }) => [from, Buffer.from(data).toString()]).sort()).toEqual([
      ["stderr", "printed on stderr\n"],
      ["stdout", "printed on stdout\n"],
    ]);
  });

  test("it is killed when it does not go", async () => {
    const plugin = await launch(binary);
    process.kill(plugin.pid, "SIGSTOP");
    const { graceful, signal, ms } = await plugin.kill();
    expect([graceful, signal]).toEqual([false, "SIGKILL"]);
    expect(ms).toBeGreaterThan(3900);
  }, 20_000);
});

describe("the host and what is no plugin", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "no-plugin-"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const script = (name: string, lines: string): string => {
    writeFileSync(join(folder, name), `#!/bin/sh\n${lines}\n`, { mode: 0o755 });
    return join(folder, name);
  };

  test("a command that does not exist", async () => {
    await expect(launch(join(folder, "missing"))).rejects.toThrow("ENOENT");
  });

  test("a program that says something else", async () => {
    await expect(launch(script("noisy", "echo hello; exec sleep 100"))).rejects.toThrow(
      `the plugin's first line is no handshake: "hello"`,
    );
  });

  test("a program that exits, with what it had to say", async () => {
    await expect(launch(script("exits", "echo because >&2; exit 3"))).rejects.toThrow(
      "the plugin exited with 3 before it was connected to\n    because",
    );
  });

  test("a program that says nothing", async () => {
    await expect(launch(script("silent", "exec sleep 100"), { startTimeoutMs: 300 })).rejects.toThrow(
      "the plugin has not shown up within 0.3 s",
    );
  });

  test("a plugin that shows no certificate when it was asked for one", async () => {
    const plain = script("plain", "echo '1|1|unix|/tmp/nothing|grpc|'; exec sleep 100");
    await expect(launch(plain, { autoMtls: true })).rejects.toThrow(
      "the plugin was asked for TLS and shows no certificate",
    );
  });

  test("a child that holds the output open does not hold up the end", async () => {
    const started = performance.now();
    await expect(launch(script("parent", "sleep 20 & echo hello; exit 0"))).rejects.toThrow("no handshake");
    expect(performance.now() - started).toBeLessThan(10_000);
  }, 20_000);
});
