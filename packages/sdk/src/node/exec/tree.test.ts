import { expect, test } from "@jest/globals";
import { endTrees, type Target, type TreeHost } from "./tree.js";

const target = (pid: number): Target => ({ pid, group: true });

/** A host whose processes end when they get the signals that they heed. */
function fakeHost(processes: Map<number, readonly string[]>) {
  const sent: string[] = [];
  const host: TreeHost = {
    leftOf: () => new Map(),
    find: () => [...processes.keys()].map(target),
    signal({ pid }, name) {
      sent.push(`${name} ${pid}`);
      if (processes.get(pid)?.includes(name) === true) processes.delete(pid);
    },
  };
  return { host, sent };
}

test("each is asked once, and who does not go in time is killed", async () => {
  const processes = new Map([
    [11, ["SIGTERM"]],
    [12, ["SIGKILL"]],
  ]);
  const { host, sent } = fakeHost(processes);
  const start = performance.now();
  expect(await endTrees(host, { token: "", trees: () => [], killAt: () => start + 100 })).toEqual([]);
  expect(sent).toEqual(["SIGTERM 11", "SIGTERM 12", "SIGKILL 12"]);
  expect(performance.now() - start).toBeGreaterThanOrEqual(99);
});

test("the time may become shorter meanwhile", async () => {
  const { host, sent } = fakeHost(new Map([[12, ["SIGKILL"]]]));
  const start = performance.now();
  let killAt = start + 60_000;
  setTimeout(() => {
    killAt = performance.now();
  }, 50);
  await endTrees(host, { token: "", trees: () => [], killAt: () => killAt });
  expect(sent).toEqual(["SIGTERM 12", "SIGKILL 12"]);
});

test("what the system does not let go is told, and not waited for", async () => {
  const { host } = fakeHost(new Map([[13, []]]));
  const start = performance.now();
  const left = await endTrees(host, { token: "", trees: () => [], killAt: () => start });
  expect(left).toEqual([target(13)]);
  expect(performance.now() - start).toBeLessThan(4000);
});

test("what could not be killed in time, because the loop was blocked, is killed all the same", async () => {
  const { host, sent } = fakeHost(new Map([[14, ["SIGKILL"]]]));
  const start = performance.now();
  setTimeout(() => {
    while (performance.now() < start + 1500);
  }, 10);
  const left = await endTrees(host, { token: "", trees: () => [], killAt: () => start + 100 });
  expect(left).toEqual([]);
  expect(sent).toEqual(["SIGTERM 14", "SIGKILL 14"]);
});

test("where nothing is left nothing is sent", async () => {
  const { host, sent } = fakeHost(new Map());
  await endTrees(host, { token: "", trees: () => [], killAt: () => 0 });
  expect(sent).toEqual([]);
});
