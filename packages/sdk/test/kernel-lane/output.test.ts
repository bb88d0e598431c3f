import { expect, test } from "@jest/globals";
import { describeWithGo } from "../../../../interop/driver/go.js";
import { until } from "../support/until.js";
import { invoke, kernelLog, resultOf, setUp } from "./setup.js";

await describeWithGo("what a handler prints reaches the real host as the log of its call", () => {
  const { launch } = setUp();

  test.each([
    ["console.log", "info"],
    ["console.error", "error"],
    ["process.stdout", "info"],
    ["fs.writeSync(1)", "info"],
    ["fs.writeFileSync(1)", "info"],
  ])("%s, at level %s", async (how, level) => {
    const plugin = await launch();
    await plugin.serve(1);
    const options = { id: "c-1", sessionId: "s-1", turnId: "t-1" };
    expect(resultOf(await invoke(plugin, "print", { how, say: "hello you" }, options).ended)).toEqual({ ok: true });
    const said = () => kernelLog(plugin).filter(({ message }) => message === "hello you");
    await until("the entry is there", () => said().length > 0);
    expect(said()).toEqual([
      { session: "s-1", level, message: "hello you", fields: { call_id: "c-1", turn_id: "t-1", operation: "print" } },
    ]);
    expect(await plugin.kill()).toMatchObject({ graceful: true });
  });

  test("a dependency that prints while it is loaded is nobody's call", async () => {
    const plugin = await launch();
    await plugin.serve(1);
    await invoke(plugin, "talk", { say: "hi" }).ended;
    const said = () => kernelLog(plugin).filter(({ message }) => message === "a dependency says hello");
    await until("the entry is there", () => said().length > 0);
    expect(said()).toEqual([
      expect.objectContaining({ session: undefined, level: "info", message: "a dependency says hello" }),
    ]);
  });

  test("lines of 200 KB arrive cut, with a remark, and the host lives", async () => {
    const plugin = await launch();
    await plugin.serve(1);
    expect(resultOf(await invoke(plugin, "long_line").ended)).toEqual({ ok: true });
    const long = () => kernelLog(plugin).filter(({ message }) => /^[LW]{1000}/.test(message));
    await until("both are there", () => long().length === 2);
    for (const { message } of long()) {
      expect(message.length).toBeGreaterThan(60_000);
      expect(message.length).toBeLessThan(70_000);
    }
    await plugin.ping();
  });

  test("lines of 200 KB without a kernel's log arrive cut on stderr", async () => {
    const plugin = await launch();
    expect(resultOf(await invoke(plugin, "long_line").ended)).toEqual({ ok: true });
    expect(await plugin.kill()).toMatchObject({ graceful: true });
    const long = plugin.log.filter((line) => /^[LW]{1000}/.test(line["@message"]));
    expect(long.map((line) => [line["@level"], line["call_id"]])).toEqual([
      ["info", "call-1"],
      ["info", "call-1"],
    ]);
  });
});
