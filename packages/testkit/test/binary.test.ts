import { createHash } from "node:crypto";
import { chmodSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { type BinarySource, isKernelLoadError, type LockRow, startKernel, type TestKernel } from "@plugwright/testkit";
import { type Bundle, bundleFixture } from "../../sdk/test/kernel-lane/bundle.js";
import { until } from "../../sdk/test/support/until.js";
import { verifies } from "../../sdk/test/verifies.js";

let bundle: Bundle;
let kernel: TestKernel;
let directory: string;
beforeAll(async () => {
  bundle = await bundleFixture({ module: new URL("./support/binary-plugin.ts", import.meta.url) });
}, 60_000);
afterAll(() => bundle.remove());
beforeEach(async () => {
  directory = await realpath(await mkdtemp(join(tmpdir(), "binary-")));
});
afterEach(async () => {
  await kernel?.close({ allowViolations: true });
  await rm(directory, { recursive: true });
});

const lockRow = (more: Partial<LockRow> = {}): LockRow => ({
  name: "built",
  version: "1.0.0",
  source: "github.com/acme/p",
  category: "tool",
  checksum: `sha256:${createHash("sha256").update(readFileSync(bundle.path)).digest("hex")}`,
  ...more,
});

async function start(more: Partial<BinarySource> = {}): Promise<TestKernel> {
  const lock = lockRow();
  kernel = await startKernel({
    providers: [{ binary: bundle.path, lock, spawns: ["shell"], ...more }],
    workingDirectory: directory,
  });
  return kernel;
}

async function refusal(more: Partial<BinarySource>): Promise<string[]> {
  try {
    await start(more);
  } catch (error) {
    if (isKernelLoadError(error)) return error.findings.map(({ rule, message }) => `${rule}: ${message}`);
    throw error;
  }
  return [];
}

describe("the lock file", () => {
  test("a row that agrees with Describe and the file is taken", async () => {
    verifies("RUN-30", "RUN-33");
    expect((await start()).providers).toEqual([
      { name: "built", version: "1.0.0", source: "github.com/acme/p", category: "tool" },
    ]);
  });

  test("one that differs from Describe is refused", async () => {
    verifies("RUN-30");
    expect(await refusal({ lock: lockRow({ name: "other", version: "1.0.1" }) })).toEqual([
      'describe_mismatch: Describe says name "built", and it is "other"',
      'describe_mismatch: Describe says version "1.0.0", and it is "1.0.1"',
    ]);
  });

  test("a file with another checksum is refused before it is run, unless a developer's override leads to it", async () => {
    verifies("RUN-33");
    const other = join(directory, "other");
    writeFileSync(other, "#!/bin/sh\necho run >&2\nexit 1\n");
    chmodSync(other, 0o755);
    expect(await refusal({ binary: other })).toEqual([
      expect.stringMatching(/^checksum_mismatch: the lock file has sha256:\w{64}, and .*other is sha256:\w{64}$/),
    ]);
    const { lock: _, ...override } = { lock: undefined };
    kernel = await startKernel({ providers: [{ binary: bundle.path, ...override }] });
    expect(kernel.providers.map(({ name }) => name)).toEqual(["built"]);
  });
});

describe("a developer's override", () => {
  /** How often a binary is launched until it is known. */
  const launches = async (environment: Readonly<Record<string, string>>): Promise<string> => {
    const count = join(directory, "count");
    const script = join(directory, "counting");
    writeFileSync(script, `#!/bin/sh\nprintf x >> "${count}"\nexec "${bundle.path}"\n`);
    chmodSync(script, 0o755);
    kernel = await startKernel({ providers: [{ binary: script, environment }], workingDirectory: directory });
    const counted = readFileSync(count, "utf8");
    rmSync(count);
    return counted;
  };

  test("is launched once for each category, until one answers", async () => {
    verifies("RUN-31");
    expect((await launches({})).length).toBe(2);
    await kernel.close();
    expect((await launches({ AS_COMMANDS: "yes" })).length).toBe(7);
    expect(kernel.providers.map(({ category }) => category)).toEqual(["slashcommand"]);
    expect((await kernel.command("hello", "you and me")).result).toEqual({ greeted: "you and me" });
  });

  test("that answers for no category is refused", async () => {
    verifies("RUN-31");
    const script = join(directory, "nothing");
    writeFileSync(script, "#!/bin/sh\necho not a plugin\n");
    chmodSync(script, 0o755);
    await expect(startKernel({ providers: [{ binary: script }] })).rejects.toThrow();
  });
});

describe("calls", () => {
  test("a plugin that dies in a call is noticed: process_crashed", async () => {
    verifies("RUN-55", "RUN-49");
    await start();
    const report = await kernel.call("crash");
    expect(report).toMatchObject({
      error: { category: "process_crashed", message: "the plugin's process ended during the call" },
      violations: [],
    });
  });

  test("one that lives ends its calls as it likes", async () => {
    verifies("RUN-55");
    await start();
    const report = await kernel.call("shell", { script: "echo out; echo err >&2; exit 3" });
    expect(report).toMatchObject({ result: { code: 3 }, violations: [], notChecked: ["result_after_cancel"] });
    expect(report.events.slice(-2)).toEqual([{ exit: { code: 3 } }, { result: { code: 3 } }]);
    // A plugin gathers its log for a moment.
    await until("the log has come", () => kernel.log.length > 0);
    expect(kernel.log).toMatchObject([
      { provider: "built", message: "running", sessionId: "session-1", by: "callback" },
    ]);
  });

  test("cancelled, they end", async () => {
    await start();
    const call = kernel.start("waits");
    for await (const _ of call.events()) call.cancel();
    expect((await call.report).error?.category).toBe("cancelled");
  });

  test("without a list of what runs processes, that is reported as not checked", async () => {
    await start({ spawns: undefined });
    expect((await kernel.call("shell", { script: "true" })).notChecked).toEqual([
      "exit_status_without_process",
      "process_without_exit_status",
      "result_after_cancel",
    ]);
  });
});

describe("locks, over real processes", () => {
  const message = (...calls: readonly (readonly [string, object])[]) =>
    kernel.message(calls.map(([tool, args]) => ({ tool, args: { ...args } })));

  test("two edits of a.go run one after the other", async () => {
    verifies("TOOL-34", "TOOL-36");
    await start();
    const { results } = await message(["edit", { path: "a.go" }], ["edit", { path: "a.go" }]);
    expect(results.map(({ error }) => error)).toEqual([undefined, undefined]);
    expect(results.map(({ waited }) => waited.behind)).toEqual([[], ["edit"]]);
  });

  test("a.go and b.go at the same time", async () => {
    verifies("TOOL-35", "TOOL-36");
    await start();
    const { results } = await message(
      ["pair", { path: "a.go", other: "b.go" }],
      ["pair", { path: "b.go", other: "a.go" }],
    );
    expect(results.map(({ result }) => result)).toEqual([{ met: true }, { met: true }]);
  });

  test("what is not safe excludes all others of its process", async () => {
    verifies("TOOL-30");
    await start();
    const { results } = await message(["alone", { path: "x" }], ["edit", { path: "alone" }], ["alone", { path: "y" }]);
    expect(results.map(({ error }) => error)).toEqual([undefined, undefined, undefined]);
  });

  test("the same path in two providers does not wait", async () => {
    verifies("TOOL-35");
    const source = { binary: bundle.path, lock: lockRow() };
    const renamed = { ...source, environment: { AS_NAME: "second" }, lock: lockRow({ name: "second" }) };
    kernel = await startKernel({ providers: [source, renamed], workingDirectory: directory });
    const call = (provider: string, other: string) =>
      kernel.call("pair", { path: `same.${provider}`, other: `same.${other}` }, { provider });
    const [first, second] = await Promise.all([call("built", "second"), call("second", "built")]);
    expect([first.result, second.result]).toEqual([{ met: true }, { met: true }]);
  });
});
