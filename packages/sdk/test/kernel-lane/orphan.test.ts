import { existsSync } from "node:fs";
import { afterEach, expect, test } from "@jest/globals";
import { describeWithGo } from "../../../../interop/driver/go.js";
import { type GoHost, type GoHostOptions, startGoHost } from "../../../../interop/driver/go-host.js";
import type { GoPlugin } from "../../../../interop/driver/go-plugin.js";
import { isAlive } from "../../../go-plugin/test/support/spawn.js";
import { until } from "../support/until.js";
import { field, invoke, launchOptions, setUp } from "./setup.js";

// What is promised is 3 s. A machine that is busy with other things gets four times as long.
const promisedMs = 3000;
const boundMs = 4 * promisedMs;

await describeWithGo("when the real host is killed, plugin, programs and socket are gone", () => {
  const { bundle } = setUp();
  let host: GoHost | undefined;
  afterEach(() => host?.close());

  async function start(options?: GoHostOptions): Promise<{ host: GoHost; plugin: GoPlugin; program: number }> {
    host = await startGoHost(options);
    const plugin = await host.launch(launchOptions(bundle().path));
    const call = invoke(plugin, "sleeping");
    call.ended.catch(() => undefined);
    await call.until(1);
    const data = field(field(field(call.messages[0], "event"), "outputChunk"), "data");
    const program = Number(Buffer.from(String(data), "base64").toString());
    expect([isAlive(plugin.pid), isAlive(program)]).toEqual([true, true]);
    return { host, plugin, program };
  }

  async function expectGone(what: string, { plugin, program }: { plugin: GoPlugin; program: number }): Promise<void> {
    const gone = () => !isAlive(plugin.pid) && !isAlive(program) && !existsSync(plugin.address);
    const ms = await until("all is gone", gone, boundMs);
    console.info(`${what}: all gone after ${Math.round(ms)} ms (promised: ${promisedMs})`);
  }

  test.each<[string, GoHostOptions]>([
    ["with nothing on stdin", { stdin: "ignore" }],
    ["with a pipe on stdin", { stdin: "pipe" }],
    ["started by a shell", { wrap: ([program, control]) => ["sh", "-c", `'${program}' '${control}'; true`] }],
  ])("%s, in the middle of a call", async (what, options) => {
    const { host: killed, ...rest } = await start(options);
    killed.murder();
    await expectGone(what, rest);
  });

  test("as are the programs of a plugin that is killed itself", async () => {
    const { plugin, program } = await start();
    process.kill(plugin.pid, "SIGKILL");
    const ms = await until("the program is gone", () => !isAlive(program), boundMs);
    console.info(`the program of a killed plugin: gone after ${Math.round(ms)} ms (promised: ${promisedMs})`);
  });
});
