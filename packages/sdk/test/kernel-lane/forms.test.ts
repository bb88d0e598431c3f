import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { describeWithGo } from "../../../../interop/driver/go.js";
import type { GoPlugin } from "../../../../interop/driver/go-plugin.js";
import { until } from "../support/until.js";
import { type Bundle, type BundleOptions, bundleFixture } from "./bundle.js";
import { field, invoke, kernelLog, kernelRpc, resultOf, setUp, toolRpc } from "./setup.js";

const forms: Readonly<Record<string, BundleOptions>> = {
  "a CommonJS file without an extension": { name: "plugin", format: "cjs" },
  "an ES module without an extension": { name: "plugin", format: "esm" },
  "a CommonJS file": { name: "plugin.cjs", format: "cjs" },
  "an ES module": { name: "plugin.mjs", format: "esm" },
};

await describeWithGo("the real host launches a plugin that is", () => {
  const { launch } = setUp();
  const bundles = new Map<string, Bundle>();
  beforeAll(async () => {
    const built = Object.entries(forms).map(async ([what, form]) => bundles.set(what, await bundleFixture(form)));
    await Promise.all(built);
  }, 60_000);
  afterAll(() => {
    for (const bundle of bundles.values()) bundle.remove();
  });

  const bundleOf = (what: string): Bundle => {
    const bundle = bundles.get(what);
    if (bundle === undefined) throw new Error(`nothing was built that is ${what}`);
    return bundle;
  };

  async function expectToWork(plugin: GoPlugin): Promise<void> {
    await plugin.ping();
    expect((await plugin.call({ method: toolRpc("GetSchema") })).code).toBe("OK");
    expect(resultOf(await invoke(plugin, "echo", { value: "hi" }).ended)).toEqual({ value: "hi" });
    expect(await plugin.kill()).toMatchObject({ exited: true, graceful: true });
  }

  test.each(Object.keys(forms))("%s", async (what) => {
    await expectToWork(await launch({}, { path: bundleOf(what).path }));
  });

  test.each(["an ES module", "a CommonJS file"])("a link without an extension to %s", async (what) => {
    const { path, folder } = bundleOf(what);
    const link = join(folder, "link");
    symlinkSync(path, link);
    await expectToWork(await launch({}, { path: link }));
  });

  test.each(["a CommonJS file without an extension", "an ES module"])(
    "%s, with AutoMTLS: calls, streams and callbacks",
    async (what) => {
      const plugin = await launch({}, { path: bundleOf(what).path, autoMtls: true });
      await plugin.ping();
      await plugin.serve(1, { answers: { [kernelRpc("Emit")]: { id: "event-1", sequence: "7" } } });
      const configured = await plugin.call({
        method: toolRpc("Configure"),
        messages: [{ config: { setup: "call back" } }],
      });
      expect(configured.code).toBe("OK");
      const streaming = invoke(plugin, "finishing");
      await streaming.until(3);
      const emitted = await invoke(plugin, "emit", { kind: "message", say: "hi" }).ended;
      expect(resultOf(emitted)).toEqual({ id: "event-1", sequence: 7 });
      expect(resultOf(await invoke(plugin, "talk", { say: "over TLS" }).ended)).toEqual({ ok: true });
      await streaming.cancel();
      expect((await streaming.ended).code).toBe("Canceled");
      const said = () => kernelLog(plugin).map(({ session, message }) => `${session}: ${message}`);
      await until("the log is there", () => said().includes("s-1: finally ran"));
      expect(said()).toEqual(expect.arrayContaining(["undefined: setup runs", "s-1: over TLS 0"]));
      const emits = plugin.callbacks.filter(({ method }) => method === kernelRpc("Emit"));
      expect(emits.map(({ message }) => field(message, "sessionId"))).toEqual(["s-0", "s-1"]);
      expect(await plugin.kill()).toMatchObject({ exited: true, graceful: true });
    },
  );
});
