import { create } from "@bufbuild/protobuf";
import { afterEach, describe, expect, test } from "@jest/globals";
import { PreviewRequestSchema } from "@plugwright/protocol/tool";
import { onEachLane } from "../support/lanes.js";
import { killAll, newMark, processesWith, untilGone } from "../support/processes.js";
import { until } from "../support/until.js";
import { verifies } from "../verifies.js";
import { cancelAfter, servePrograms, setUpPrograms } from "./ran.js";
import { trees } from "./trees.js";

const { run, log, runtime } = setUpPrograms();
let mark = newMark();
afterEach(() => {
  killAll(mark);
  mark = newMark();
});

describe("a call that is cancelled ends all that it started", () => {
  test.each(Object.entries(trees))(
    "%s",
    async (_, command) => {
      const other = run("shell", { command: "sleep 2; echo unharmed" });
      const cancel = cancelAfter(500);
      const { events, stdout, error, exit } = await run(
        "shell",
        { command: command.replace("MARK", mark), mark },
        cancel,
      );
      const took = performance.now() - cancel.at();
      expect(processesWith(mark)).toEqual(new Map());
      console.info(`slot free, processes gone ${Math.round(took)} ms after the cancel (promised: 1000)`);
      expect(took).toBeLessThan(4000);
      expect([events, stdout, error?.category]).toEqual(["xe", "up\n", "CANCELLED"]);
      expect([143, 137]).toContain(exit?.code);
      expect(exit?.signal).toMatch(/^SIG(TERM|KILL)$/);
      expect((await other).stdout).toBe("unharmed\n");
    },
    60_000,
  );

  test("with a child without an environment, whose group has lost its leader", async () => {
    const command = `env -i sh -c 'sleep 60; : ${mark}' >/dev/null 2>&1 & echo hi`;
    expect(await run("shell", { command })).toMatchObject({ events: "xr", stdout: "hi\n" });
    expect(processesWith(mark)).toEqual(new Map());
  });
});

test("what a program says on its way out is sent, then the exit_status, then the error", async () => {
  const command = "trap 'echo bye; exit 9' TERM; echo hi; sleep 60 & wait";
  const ran = await run("shell", { command, mark }, cancelAfter(300));
  expect(ran).toMatchObject({ events: "xe", outputFirst: true, stdout: "hi\nbye\n", exit: { code: 9 } });
});

test("a program has half a second to end by itself", async () => {
  const command = "trap 'sleep 0.2; echo cleaned up; exit 0' TERM; echo hi; sleep 60 & wait";
  const ran = await run("shell", { command, mark }, cancelAfter(300));
  expect(ran).toMatchObject({ stdout: "hi\ncleaned up\n", exit: { code: 0, signal: undefined } });
  const stubborn = await run("shell", { command: "trap '' TERM; sleep 60; :", mark }, cancelAfter(300));
  expect(stubborn.exit).toEqual({ code: 137, signal: "SIGKILL" });
});

test("a call that succeeds although it was cancelled is cancelled, and its report is sent", async () => {
  verifies("RUN-23", "RUN-24");
  const ran = await run("catches", { command: "sleep 60", mark }, cancelAfter(300));
  expect(ran).toMatchObject({ events: "xae", error: { category: "CANCELLED" } });
});

test("a handler may tidy up after a program that had to be killed, and what it did is reported", async () => {
  verifies("RUN-23");
  const before = log.length;
  const ran = await run("tidies", { command: "trap '' TERM; sleep 60; :", mark }, cancelAfter(300));
  expect(ran).toMatchObject({ events: "xae", exit: { signal: "SIGKILL" }, error: { category: "CANCELLED" } });
  expect(log.slice(before)).toEqual([]);
});

test("a call that runs out of time has its programs ended and its report out before the caller's deadline", async () => {
  const ran = await run("catches", { command: "trap '' TERM; echo hi; sleep 60; :", mark }, { timeoutMs: 3000 });
  console.info(`over ${Math.round(3000 - ran.took)} ms before a deadline of 3000 ms (promised: 0)`);
  expect(ran).toMatchObject({ events: "xae", stdout: "hi\n", exit: { code: 137 }, error: { category: "TIMEOUT" } });
  expect(ran.took).toBeGreaterThan(2700);
  expect(processesWith(mark)).toEqual(new Map());
});

test("a preview may run a program, which ends with it", async () => {
  const args = { command: "pwd; sleep 60 >/dev/null 2>&1 &", mark };
  const call = { toolName: "previewed", arguments: args, callContext: { workingDirectory: "/usr" } };
  const { signal } = new AbortController();
  const answer = await runtime.tools?.preview(create(PreviewRequestSchema, { call }), { signal, dueAt: undefined });
  expect(answer).toMatchObject({ ok: false, message: "/usr" });
  expect(processesWith(mark)).toEqual(new Map());
});

await onEachLane("programs of a call", (lane) => {
  const { log, run } = servePrograms(lane);

  test("a call that runs out of time has its programs ended", async () => {
    const command = "trap '' TERM; echo hi; sleep 60; :";
    // The report comes right before the deadline, at which this side stops listening.
    const ran = await run("catches", { command, mark }, { timeoutMs: 3000 }).catch(() => undefined);
    if (ran !== undefined) {
      expect(ran).toMatchObject({ events: "xae", stdout: "hi\n", exit: { code: 137 }, error: { category: "TIMEOUT" } });
    }
    await untilGone(mark, 1000);
  });

  describe("what a handler leaves running", () => {
    test("ends before the result is sent, and its exit_status is sent", async () => {
      const ran = await run("leaves", { command: "echo hi; sleep 60", mark });
      expect(ran).toMatchObject({ events: "xr", stdout: "hi\n", exit: { code: 143, signal: "SIGTERM" } });
      expect(processesWith(mark)).toEqual(new Map());
      await until("it is logged", () =>
        log().some(({ message }) => message === "a program still ran at the end and was ended: await exec()"),
      );
    });

    test("cannot be started after the end of the call", async () => {
      const ran = await run("after_the_end", { command: "echo hi; sleep 60", mark });
      expect(ran.events).toBe("r");
      await until("the refusal", () =>
        log().some(({ message }) => message === "refused: ToolError: the call has ended"),
      );
      expect(processesWith(mark)).toEqual(new Map());
    });
  });

  test("a program's own signal ends it and what it started, and the call goes on", async () => {
    const ran = await run("by_its_own_signal", { command: "setsid sleep 60 & trap '' TERM; sleep 60; :", mark });
    expect(ran).toMatchObject({ events: "xr", exit: { code: 137, signal: "SIGKILL" } });
    expect(ran.result?.["error"]).toMatch(/TimeoutError/);
    await untilGone(mark, 100);
  });
});
