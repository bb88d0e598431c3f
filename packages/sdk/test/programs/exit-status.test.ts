import { describe, expect, test } from "@jest/globals";
import { onEachLane } from "../support/lanes.js";
import { verifies } from "../verifies.js";
import { cancelAfter, servePrograms, setUpPrograms } from "./ran.js";

await onEachLane("programs of a call", (lane) => {
  const { run } = servePrograms(lane);
  const sh = (command: string) => run("shell", { command });

  describe("the exit_status", () => {
    test.each<[string, number, string | undefined]>([
      ["exit 0", 0, undefined],
      ["exit 3", 3, undefined],
      ["exit 255", 255, undefined],
      // The system itself keeps eight bits of it.
      ["exit 256", 0, undefined],
      ["kill -9 $$", 137, "SIGKILL"],
      ["kill -TERM $$", 143, "SIGTERM"],
      ["kill -SEGV $$", 139, "SIGSEGV"],
      ["kill -HUP $$", 129, "SIGHUP"],
      // Whose child was killed: the shell tells it in the same way, but was not ended by a signal itself.
      ["sh -c 'kill -9 $$'; exit $?", 137, undefined],
    ])("of %s has the code %i and the signal %s", async (command, code, signal) => {
      verifies("TOOL-20", "TOOL-21", "TOOL-25", "RUN-19");
      const { events, exit, result } = await sh(`echo hi; ${command}`);
      expect(events).toBe("xr");
      expect(exit).toEqual({ code, signal });
      expect(result).toMatchObject({ code, stdout: "hi\n", ...(signal === undefined ? {} : { signal }) });
    });

    test("is that of the last program, whichever ended last, and comes after all output", async () => {
      verifies("TOOL-25", "RUN-19");
      const twice = (together: boolean, first: string, second: string) => run("twice", { first, second, together });
      expect(await twice(false, "echo 1; exit 1", "echo 2; exit 2")).toMatchObject({
        events: "pxr",
        stdout: "1\n2\nand more",
        exit: { code: 2, signal: undefined },
      });
      expect(await twice(true, "sleep 0.3; exit 1", "exit 2")).toMatchObject({ events: "pxr", exit: { code: 2 } });
    });

    test.each(["quiet", "quiet_spawns"])("is not sent for a program that is merely used: %s", async (name) => {
      verifies("TOOL-20", "RUN-19");
      const { events, stdout, result } = await run(name, { command: "echo hi; exit 3" });
      expect([events, stdout]).toEqual(["r", ""]);
      expect(result).toMatchObject({ code: 3, stdout: "hi\n" });
    });
  });

  describe("a program that had to succeed", () => {
    test("ends its call with the code, the signal and the end of its stderr", async () => {
      const failing = (script: string) => run("program", { file: "sh", args: ["-c", script], check: true });
      expect((await failing("exit 0")).events).toBe("xr");
      expect(await failing("echo first >&2; echo last >&2; exit 7")).toMatchObject({
        events: "xe",
        exit: { code: 7 },
        error: {
          category: "EXECUTION_FAILED",
          message: "sh failed with exit code 7: last",
          details: { code: 7, stderr: "first\nlast\n" },
        },
      });
      expect(await failing("kill -9 $$")).toMatchObject({
        exit: { code: 137, signal: "SIGKILL" },
        error: { message: "sh was ended by SIGKILL", details: { code: 137, signal: "SIGKILL", stderr: "" } },
      });
    });

    test("tells the last 4 KiB of its stderr, whole characters of it", async () => {
      const script = "i=0; while [ $i -lt 3000 ]; do printf 'äöü' >&2; i=$((i+1)); done; printf 'xy' >&2; exit 1";
      const { error } = await run("program", { file: "sh", args: ["-c", script], check: true });
      const stderr = String(error?.details?.["stderr"]);
      expect(stderr).toMatch(/^[äöü]+xy$/);
      expect(Buffer.byteLength(stderr)).toBeGreaterThan(4090);
      expect(Buffer.byteLength(stderr)).toBeLessThanOrEqual(4096);
    });
  });
});

describe("the exit_status of a call whose stream stays open", () => {
  const { run } = setUpPrograms();

  test("comes before the report and the error of a call that is ended", async () => {
    verifies("TOOL-25", "RUN-20");
    const { signal } = cancelAfter(300);
    const ran = await run("catches", { command: "echo hi; sleep 60" }, { signal });
    expect(ran).toMatchObject({ events: "xae", stdout: "hi\n", exit: { code: 143, signal: "SIGTERM" } });
  });
});
