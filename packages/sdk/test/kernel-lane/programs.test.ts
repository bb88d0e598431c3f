import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { describeWithGo } from "../../../../interop/driver/go.js";
import { type GoHost, startGoHost } from "../../../../interop/driver/go-host.js";
import type { GoPlugin, RunningCall } from "../../../../interop/driver/go-plugin.js";
import { trees } from "../programs/trees.js";
import { killAll, newMark, processesWith, untilGone } from "../support/processes.js";
import { type Bundle, bundleFixture } from "./bundle.js";
import { invoke, launchOptions, resultOf } from "./setup.js";

const module = new URL("../programs/fixture.ts", import.meta.url);

await describeWithGo("of programs that are hard to end, under the real host, nothing is left", () => {
  let bundle: Bundle;
  let host: GoHost;
  let plugin: GoPlugin;
  let mark: string;
  beforeAll(async () => {
    bundle = await bundleFixture({ module });
  }, 60_000);
  afterAll(() => bundle.remove());
  beforeEach(async () => {
    mark = newMark();
    host = await startGoHost();
    plugin = await host.launch(launchOptions(bundle.path));
  });
  afterEach(async () => {
    await host.close();
    killAll(mark);
  });

  /** A call for every tree. Resolves when all trees are up. */
  async function plant(): Promise<readonly RunningCall[]> {
    const calls = Object.values(trees).map((tree, index) =>
      invoke(plugin, "shell", { command: tree.replace("MARK", mark), mark }, { id: `call-${index}` }),
    );
    for (const { ended } of calls) ended.catch(() => undefined);
    await Promise.all(calls.map((call) => call.until(1)));
    expect(processesWith(mark).size).toBeGreaterThan(calls.length);
    return calls;
  }

  test("when their calls are cancelled, and the plugin goes on", async () => {
    const calls = await plant();
    await Promise.all(calls.map((call) => call.cancel()));
    const ends = await Promise.all(calls.map(({ ended }) => ended));
    expect(new Set(ends.map(({ code }) => code))).toEqual(new Set(["Canceled"]));
    const took = await untilGone(mark, 3000);
    console.info(`all processes of ${calls.length} calls gone ${took} ms after the cancel (promised of one: 1000)`);
    const after = await invoke(plugin, "quiet", { command: "echo hi" }).ended;
    expect(resultOf(after)).toMatchObject({ code: 0, stdout: "hi\n" });
  });

  test("when the host ends the plugin", async () => {
    await plant();
    const { ms, graceful } = await plugin.kill();
    console.info(`the plugin was gone after ${Math.round(ms)} ms (promised: 500)`);
    expect(graceful).toBe(true);
    console.info(`all processes gone ${await untilGone(mark, 3000)} ms later (promised: 3000)`);
  });

  test("when the host is killed", async () => {
    await plant();
    host.murder();
    console.info(`all processes gone ${await untilGone(mark, 3000)} ms after the host (promised: 3000)`);
  });
});
