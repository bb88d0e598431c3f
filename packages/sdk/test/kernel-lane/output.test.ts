import { expect, test } from "@jest/globals";
import { describeWithGo } from "../../../../interop/driver/go.js";
import { until } from "../support/until.js";
import { invoke, kernelLog, resultOf, setUp } from "./setup.js";

await describeWithGo("what a handler prints reaches the real host as the log of its call", () => {
  const { launch, shared } = setUp();

  test.each([
    ["console.log", "info"],
    ["console.error", "error"],
    ["process.stdout", "info"],
    ["process.stderr", "warn"],
    ["fs.writeSync(1)", "info"],
    ["fs.writeSync(2)", "warn"],
    ["fs.writeFileSync(1)", "info"],
    ["a worker's console", "info"],
  ])("%s, at level %s", async (how, level) => {
    const plugin = await shared();
    const say = `hello from ${how}`;
    const options = { id: "c-1", sessionId: "s-1", turnId: "t-1" };
    expect(resultOf(await invoke(plugin, "print", { how, say }, options).ended)).toEqual({ ok: true });
    const said = () => kernelLog(plugin).filter(({ message }) => message === say);
    await until("the entry is there", () => said().length > 0);
    expect(said()).toEqual([
      { session: "s-1", level, message: say, fields: { call_id: "c-1", turn_id: "t-1", operation: "print" } },
    ]);
    await plugin.ping();
  });

  // These print without asking this thread's Node.
  test.each(["a worker's fs", "an inherited child"])("%s, as plain text, and the host lives", async (how) => {
    const plugin = await shared();
    const say = `hello from ${how}`;
    expect(resultOf(await invoke(plugin, "print", { how, say }).ended)).toEqual({ ok: true });
    const said = () => plugin.log.filter((line) => line["@message"] === say);
    await until("the line is there", () => said().length > 0);
    expect(said()).toEqual([expect.objectContaining({ "@level": "debug" })]);
    await plugin.ping();
  });

  // A host that reads one of these on stderr dies: it takes for granted that they are text.
  const deadly = [{ "@message": 5 }, { "@level": 5 }, { "@level": "info", "@message": "m", "@timestamp": 5 }];

  test.each(["process.stderr", "fs.writeSync(2)", "console.error", "fs.writeSync(1)"])(
    "JSON that would end the host, by %s",
    async (how) => {
      const plugin = await shared();
      for (const entry of deadly) {
        const say = JSON.stringify({ ...entry, by: how });
        expect(resultOf(await invoke(plugin, "print", { how, say }).ended)).toEqual({ ok: true });
        await until("the entry is there", () => kernelLog(plugin).some(({ message }) => message === say));
      }
      await plugin.ping();
    },
  );

  test("JSON that would end the host, while the kernel takes no log: on stderr, as the text that it is", async () => {
    const plugin = await launch();
    for (const how of ["process.stderr", "fs.writeSync(2)"]) {
      for (const entry of deadly) {
        const say = JSON.stringify({ ...entry, by: how });
        expect(resultOf(await invoke(plugin, "print", { how, say }).ended)).toEqual({ ok: true });
      }
    }
    expect(await plugin.kill()).toMatchObject({ graceful: true });
    const said = plugin.log.filter((line) => line["@message"].startsWith('{"@'));
    expect(said).toHaveLength(2 * deadly.length);
    expect(new Set(said.map((line) => line["@level"]))).toEqual(new Set(["warn"]));
  });

  test("a dependency that prints while it is loaded is nobody's call", async () => {
    const plugin = await shared();
    await invoke(plugin, "talk", { say: "hi" }).ended;
    const said = () => kernelLog(plugin).filter(({ message }) => message === "a dependency says hello");
    await until("the entry is there", () => said().length > 0);
    expect(said()).toEqual([
      expect.objectContaining({ session: undefined, level: "info", message: "a dependency says hello" }),
    ]);
  });

  test("lines of 200 KB arrive cut, with a remark, and the host lives", async () => {
    const plugin = await shared();
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
