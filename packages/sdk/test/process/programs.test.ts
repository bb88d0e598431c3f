import { createGrpcTransport } from "@connectrpc/connect-node";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { JsonObject } from "@plugwright/sdk";
import { listen } from "@plugwright/sdk/node";
import { programs } from "../programs/fixture.js";
import { type Caller, type SeenEvent, services, terminal } from "../support/clients.js";
import { type PluginProcess, startPlugin } from "../support/process.js";
import { killAll, newMark, processesWith, untilGone } from "../support/processes.js";
import { until } from "../support/until.js";

const file = new URL("./program-plugin.ts", import.meta.url);
const context = { workingDirectory: "/" };
/** Trees that do not go by themselves. */
const trees = [
  "trap '' TERM INT HUP; sh -c 'trap \"\" TERM; sleep 60; :' & echo up; while :; do sleep 0.1; done",
  "setsid -f sh -c 'trap \"\" TERM; sleep 60; :'; setsid sleep 60 & echo up; sleep 60",
  "env -i sh -c 'trap \"\" TERM; sleep 60; : MARK' & echo up; wait",
];

/** In the environment of the plugin, and so of all that it starts, its watcher included. */
let mark: string;
let plugin: PluginProcess | undefined;
beforeEach(() => {
  mark = newMark();
});
afterEach(async () => {
  plugin?.child.kill("SIGKILL");
  await plugin?.exited;
  plugin = undefined;
  killAll(mark);
});

async function start(): Promise<{ plugin: PluginProcess; to: Caller }> {
  plugin = await startPlugin(file, ["--no-token"], { PLUGWRIGHT_TEST: mark });
  return { plugin, to: toolsAt(plugin.url) };
}

function toolsAt(url: string): Caller {
  const caller = services["ToolService"]?.(createGrpcTransport({ baseUrl: url }));
  if (caller === undefined) throw new Error("no such service");
  return caller;
}

/** Calls a tool with each tree at once. Resolves once all are up, with what becomes of them. */
async function plant(to: Caller): Promise<{ readonly ended: readonly Promise<SeenEvent[]>[] }> {
  const calls = trees.map((tree) => {
    const seen: SeenEvent[] = [];
    const run = async () => {
      const args: JsonObject = { command: tree.replace("MARK", mark), mark };
      for await (const event of to.invoke("shell", args, { context })) seen.push(event);
      return seen;
    };
    return { seen, ended: run() };
  });
  for (const { ended } of calls) ended.catch(() => undefined);
  await until("all trees are up", () => calls.every(({ seen }) => seen.some(({ text }) => text === "up\n")), 20_000);
  return { ended: calls.map(({ ended }) => ended) };
}

const own = (processes: ReadonlyMap<number, string>) =>
  [...processes.values()].filter((line) => !/program-plugin|esbuild/.test(line));

describe("with running programs", () => {
  test("a plugin that is killed leaves nothing: no program, and not the watcher that ended them", async () => {
    const running = await start();
    const { ended } = await plant(running.to);
    expect(own(processesWith(mark)).length).toBeGreaterThan(6);
    running.plugin.child.kill("SIGKILL");
    await running.plugin.exited;
    const took = await untilGone(mark, 3000);
    console.info(`all processes gone ${took} ms after the plugin was killed (promised: 3000)`);
    for (const call of ended) await expect(call).rejects.toThrow();
  }, 60_000);

  test.each(["SIGTERM", "SIGINT"] as const)(
    "a plugin that is told to end by %s leaves nothing, and every call gets its last events",
    async (signal) => {
      const running = await start();
      const { ended } = await plant(running.to);
      const begin = performance.now();
      running.plugin.child.kill(signal);
      const events = await Promise.all(ended);
      expect(events.map((call) => call.slice(-2).map(({ name }) => name))).toEqual(
        trees.map(() => ["exit_status", "error"]),
      );
      expect(await running.plugin.exited).toBe(0);
      console.info(`ended ${Math.round(performance.now() - begin)} ms after ${signal} (promised: 2000)`);
      expect(performance.now() - begin).toBeLessThan(8000);
      await untilGone(mark, 500);
    },
    60_000,
  );

  test("a plugin whose exception nobody caught leaves nothing", async () => {
    const { plugin, to } = await start();
    await plant(to);
    void terminal(to.invoke("throws", {}, { context })).catch(() => undefined);
    expect(await plugin.exited).toBe(1);
    const took = await untilGone(mark, 3000);
    console.info(`all processes gone ${took} ms after the exit`);
  }, 60_000);

  test("an endpoint that is closed leaves nothing when close() resolves", async () => {
    const listening = await listen(programs, { token: false });
    const { ended } = await plant(toolsAt(listening.url));
    const begin = performance.now();
    await listening.close();
    console.info(`closed after ${Math.round(performance.now() - begin)} ms`);
    expect(processesWith(mark)).toEqual(new Map());
    for (const events of await Promise.all(ended)) expect(events.at(-1)?.name).toBe("error");
  }, 60_000);

  test("a client that vanishes ends its call's programs", async () => {
    const { plugin, to } = await start();
    const abort = new AbortController();
    const args = { command: trees[1] ?? "", mark: `${mark}-cancelled` };
    const events = to.invoke("shell", args, { context, signal: abort.signal });
    await events[Symbol.asyncIterator]().next();
    abort.abort();
    const took = await untilGone(`${mark}-cancelled`, 1000);
    console.info(`all processes gone ${took} ms after the cancel (promised: 1000)`);
    expect(plugin.child.exitCode).toBeNull();
  }, 60_000);

  test("a call that fails by another error ends what its handler left running", async () => {
    const { to } = await start();
    const args = { command: "sleep 60", mark: `${mark}-left` };
    const error = await terminal(to.invoke("leaves_and_fails", args, { context }));
    expect(error).toMatchObject({ name: "error", text: "an error was not caught: a floating promise" });
    expect(processesWith(`${mark}-left`)).toEqual(new Map());
  }, 60_000);
});

describe("the watcher", () => {
  const watchers = () => [...processesWith(mark)].filter(([, line]) => line.includes("plugwright-watch"));

  test("is there only while programs run, and a little longer", async () => {
    const { to } = await start();
    await terminal(to.invoke("impossible", { bytes: 0 }, { context }));
    expect(own(processesWith(mark))).toEqual([]);
    await terminal(to.invoke("shell", { command: "true" }, { context }));
    expect(watchers()).toHaveLength(1);
    await until("the watcher goes", () => watchers().length === 0, 20_000);
    // It went without harming what came after it.
    expect(await terminal(to.invoke("shell", { command: "echo hi" }, { context }))).toMatchObject({ name: "result" });
  }, 60_000);

  test("is replaced when somebody kills it", async () => {
    const { plugin, to } = await start();
    await plant(to);
    const [first] = watchers();
    if (first === undefined) throw new Error("there is no watcher");
    process.kill(first[0], "SIGKILL");
    await until("it is dead", () => watchers().length === 0);
    // The plugin hears of that a moment later.
    for (let call = 0; call < 20 && watchers().length === 0; call++) {
      await terminal(to.invoke("shell", { command: "true" }, { context }));
    }
    expect(watchers()).toHaveLength(1);
    plugin.child.kill("SIGKILL");
    await untilGone(mark, 3000);
  }, 60_000);

  test("does not heed the signals that end a plugin", async () => {
    const { plugin, to } = await start();
    await plant(to);
    const [watcher] = watchers();
    if (watcher === undefined) throw new Error("there is no watcher");
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.kill(watcher[0], signal);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(watchers()).toHaveLength(1);
    plugin.child.kill("SIGKILL");
    await untilGone(mark, 3000);
  }, 60_000);
});
