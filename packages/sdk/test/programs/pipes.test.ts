import { afterEach, describe, expect, test } from "@jest/globals";
import { killAll, newMark, processesWith, untilGone } from "../support/processes.js";
import { cancelAfter, setUpPrograms } from "./ran.js";

const { run } = setUpPrograms();
let mark = newMark();
afterEach(() => {
  killAll(mark);
  mark = newMark();
});

describe("a program that leaves a process behind which holds its pipes", () => {
  test.each(["sleep 30 & echo hi", "setsid sleep 30 & echo hi", "setsid -f sleep 30; echo hi"])(
    "is waited for two seconds, and the process ends with the call: %s",
    async (command) => {
      const { events, stdout, exit, took } = await run("shell", { command, mark });
      console.info(`${command}: over after ${Math.round(took)} ms (promised: 2000 and a little)`);
      expect([events, stdout, exit]).toEqual(["xr", "hi\n", { code: 0, signal: undefined }]);
      expect(took).toBeGreaterThan(1900);
      expect(took).toBeLessThan(8000);
      expect(processesWith(mark)).toEqual(new Map());
    },
    60_000,
  );

  test("is not waited for when the process has let go of its pipes", async () => {
    const order: string[] = [];
    const runs = (what: string, command: string) => run("shell", { command, mark }).finally(() => order.push(what));
    // Side by side with one that is waited for, as a busy machine delays both.
    const holds = runs("holds", "setsid sleep 30 & echo hi");
    const { events, took } = await runs("let go", "setsid sleep 30 >/dev/null 2>&1 & echo hi");
    console.info(`not waited for: over after ${Math.round(took)} ms`);
    await holds;
    expect([events, ...order]).toEqual(["xr", "let go", "holds"]);
    expect(processesWith(mark)).toEqual(new Map());
  });

  test.each(["shell", "quiet"])("gets what comes in that time as well, in order: %s", async (name) => {
    const ran = await run(name, { command: "(sleep 1; echo tail; echo err >&2) & echo head", mark });
    expect(ran.result).toMatchObject({ stdout: "head\ntail\n", stderr: "err\n", code: 0 });
    if (name === "shell") expect(ran).toMatchObject({ stdout: "head\ntail\n", stderr: "err\n", outputFirst: true });
    expect(ran.took).toBeLessThan(8000);
  });

  test("does not wait for one that never stops writing, and all that was read is sent", async () => {
    const { events, stdout, result, took } = await run("shell", {
      command: "(while echo y; do :; done) & echo hi",
      mark,
      maxBuffer: 0,
    });
    expect(events).toBe("xr");
    expect(took).toBeLessThan(10_000);
    expect(result?.["dropped"]).toEqual({ stdout: stdout.length, stderr: 0 });
    expect(processesWith(mark)).toEqual(new Map());
  }, 60_000);

  test("has its whole output read although its reader is slower than that time", async () => {
    const slow = () => new Promise<void>((resolve) => setTimeout(resolve, 700));
    const bytes = 300_000;
    const command = `head -c ${bytes} /dev/zero | tr '\\0' x`;
    const { events, stdout } = await run("shell", { command, mark }, { onEvent: slow });
    expect([events, stdout.length]).toEqual(["xr", bytes]);
  }, 60_000);

  test("is not waited for once the call was cancelled", async () => {
    const cancel = cancelAfter(200);
    const ran = await run("shell", { command: "sh -c 'sleep 30; :'", mark }, cancel);
    const took = performance.now() - cancel.at();
    console.info(`terminal event ${Math.round(took)} ms after the cancel (promised: 1000)`);
    expect(ran).toMatchObject({ events: "xe", error: { category: "CANCELLED" }, exit: { code: 143 } });
    expect(took).toBeLessThan(4000);
    await untilGone(mark, 100);
  });
});
