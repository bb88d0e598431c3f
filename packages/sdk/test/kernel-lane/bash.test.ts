import { spawn } from "node:child_process";
import { expect, test } from "@jest/globals";
import { describeWithGo } from "../../../../interop/driver/go.js";
import type { RunningCall } from "../../../../interop/driver/go-plugin.js";
import { isAlive } from "../../../go-plugin/test/support/spawn.js";
import { until } from "../support/until.js";
import { field, invoke, resultOf, setUp, sparseEnvironment } from "./setup.js";

/** What a program of a call has printed by now. */
function printedBy(call: RunningCall, stream: "STDOUT" | "STDERR"): string {
  const chunks = call.messages.flatMap((message) => field(field(message, "event"), "outputChunk") ?? []);
  return chunks
    .filter((chunk) => field(chunk, "stream") === `OUTPUT_STREAM_${stream}`)
    .map((chunk) => Buffer.from(String(field(chunk, "data")), "base64").toString())
    .join("");
}

await describeWithGo("a plugin that is started from a shell of a plugin of the real host", () => {
  const { bundle, shared } = setUp();

  test("does what it does when it is started by hand", async () => {
    const { path } = bundle();
    const call = invoke(await shared(), "bash", { command: `'${path}'` });
    const { code } = Object(resultOf(await call.ended));
    const child = spawn(path, { env: sparseEnvironment(), stdio: ["ignore", "pipe", "pipe"] });
    let [stdout, stderr] = ["", ""];
    child.stdout.on("data", (text) => (stdout += text));
    child.stderr.on("data", (text) => (stderr += text));
    const byHand = await new Promise((resolve) => child.once("close", resolve));
    expect([code, printedBy(call, "STDOUT"), printedBy(call, "STDERR")]).toEqual([byHand, stdout, stderr]);
    expect(stderr).toContain("This is a plugin of the PluggableHarness agent kernel");
  });

  test("listens when it is told to, and ends with the call", async () => {
    const { path } = bundle();
    const call = invoke(await shared(), "bash", {
      command: `'${path}' --listen 127.0.0.1:0 --no-token & echo $!; wait`,
    });
    const url = () => /listening on (http:\S+?),/.exec(printedBy(call, "STDOUT"))?.[1];
    await until("it listens", () => url() !== undefined);
    const response = await fetch(`${url()}/pluggableharness.tool.v1.ToolService/Describe`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
    });
    expect(await response.json()).toMatchObject({ producer: { name: "fixture", category: "CATEGORY_TOOL" } });
    const pid = Number(/^\d+$/m.exec(printedBy(call, "STDOUT"))?.[0]);
    expect(isAlive(pid)).toBe(true);
    await call.cancel();
    expect((await call.ended).code).toBe("Canceled");
    const ms = await until("it is gone", () => !isAlive(pid), 4000);
    console.info(`a plugin in a plugin: gone ${Math.round(ms)} ms after the cancel (promised: 1000)`);
  });

  test("finds nothing in its environment that is for the plugin alone", async () => {
    const call = invoke(await shared(), "bash", { command: "env" });
    await call.ended;
    const names = printedBy(call, "STDOUT")
      .split("\n")
      .flatMap((line) => line.split("=")[0] ?? []);
    expect(names).toEqual(expect.arrayContaining(["PATH", "HOME", "TMPDIR"]));
    expect(names.filter((name) => /^PLUG(IN_|GABLEHARNESS)/.test(name))).toEqual([]);
  });
});
