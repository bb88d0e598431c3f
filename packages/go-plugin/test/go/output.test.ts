import { expect, test } from "@jest/globals";
import { describeWithGo } from "../../../../interop/driver/go.js";
import type { GoPlugin, HostLog } from "../../../../interop/driver/go-plugin.js";
import { until } from "../support/spawn.js";
import { doing, echo, setUp } from "./support.js";

await describeWithGo("whatever a plugin prints, the real host lives and the call is fine", () => {
  const { launch } = setUp();

  async function say(plugin: GoPlugin, how: string, text: string): Promise<HostLog> {
    const said = (line: HostLog) =>
      line["@message"].includes(text.slice(0, 40)) && line["@message"] !== "starting plugin";
    expect(await plugin.call({ method: doing, messages: [{ do: how, text }] })).toMatchObject({ code: "OK" });
    await until(`the host's log has ${text.slice(0, 40)}`, () => plugin.log.some(said), 4000);
    await plugin.ping();
    const line = plugin.log.find(said);
    if (line === undefined) throw new Error("unreachable");
    return line;
  }

  test("a dependency that prints when it is loaded", async () => {
    const plugin = await launch();
    await plugin.ping();
    expect(plugin.log).toContainEqual(
      expect.objectContaining({ "@level": "info", "@message": "a dependency says hello", printed: "stdout" }),
    );
    await plugin.kill();
  });

  test.each([
    ["console.log", "info"],
    ["console.error", "error"],
    ["process.stdout", "info"],
    ["process.stderr", "warn"],
    ["fs.writeSync(1)", "info"],
    ["fs.writeSync(2)", "warn"],
    ["fs.writeFileSync(1)", "info"],
    ["a worker's console", "info"],
    // These print without asking this thread's Node: as plain text, on stderr.
    ["a worker's fs", "debug"],
    ["an inherited child", "debug"],
  ])("%s is logged at level %s", async (how, level) => {
    const plugin = await launch();
    expect((await say(plugin, how, `hello from ${how}`))["@level"]).toBe(level);
    expect(await plugin.kill()).toMatchObject({ graceful: true });
  });

  test.each(["console.error", "process.stderr", "fs.writeSync(2)", "console.log", "fs.writeSync(1)"])(
    "JSON that would end the host, printed with %s",
    async (how) => {
      const plugin = await launch();
      for (const entry of [
        { "@message": 5 },
        { "@level": 5 },
        { "@level": "info", "@message": "m", "@timestamp": 5 },
      ]) {
        const text = JSON.stringify(entry);
        expect((await say(plugin, how, text))["@message"]).toBe(text);
      }
      expect(await plugin.call({ method: echo })).toMatchObject({ code: "OK" });
      expect(await plugin.kill()).toMatchObject({ graceful: true });
    },
  );

  test("a line of 200 KB", async () => {
    const plugin = await launch();
    expect(await plugin.call({ method: doing, messages: [{ do: "long log", count: 200_000 }] })).toMatchObject({
      code: "OK",
    });
    const long = (line: HostLog) => line["@message"].startsWith("xxxx");
    await until("the line is there", () => plugin.log.some(long), 4000);
    const lines = plugin.log.filter(long);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ "@level": "info", printed: "stdout" });
    expect(lines[0]?.["@message"]).toMatch(/x{60000,} … \(cut from 200000 characters\)$/);
    await plugin.ping();
    expect(await plugin.kill()).toMatchObject({ graceful: true });
  });

  test("ten thousand lines", async () => {
    const plugin = await launch();
    const { code } = await plugin.call({ method: doing, messages: [{ do: "many lines", count: 10_000 }] });
    expect(code).toBe("OK");
    await until(
      "all are there",
      () => plugin.log.filter((line) => line["@message"].startsWith("line ")).length === 10_000,
      20_000,
    );
    expect(await plugin.kill()).toMatchObject({ graceful: true });
  }, 40_000);
});
