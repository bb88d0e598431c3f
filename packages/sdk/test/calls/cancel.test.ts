import { afterAll, describe, expect, test } from "@jest/globals";
import { ToolErrorCategory as Category } from "@plugwright/protocol/tool";
import { inProcess } from "../support/in-process.js";
import { onEachLane } from "../support/lanes.js";
import { until } from "../support/until.js";
import { verifies } from "../verifies.js";
import { plugin, timesRun } from "./cancel-plugin.js";

// What a transport aborts a call with; a transport is stood in for here, so that the stream stays open.
const { abortReason } = await import("../../src/operation/errors.js");

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const { call, log, runtime } = inProcess(plugin);
afterAll(() => runtime.close());

async function cancelled(name: string, after = 30) {
  const abort = new AbortController();
  const result = call(name, {}, { signal: abort.signal });
  await pause(after);
  const start = performance.now();
  abort.abort(abortReason("cancelled"));
  const { last, names } = await result;
  const took = performance.now() - start;
  if (last?.case !== "error") throw new Error(`not an error: ${names}`);
  return { error: last.value, names, took };
}

describe("a call that is cancelled while its stream is open", () => {
  test("ends as cancelled with what was done, and no result", async () => {
    verifies("TOOL-27", "RUN-24");
    const { error, names } = await cancelled("obeys");
    expect(names).toBe("e");
    expect(error).toMatchObject({
      category: Category.CANCELLED,
      message: "the caller cancelled the call",
      retryable: false,
      details: { did: ["wrote a.txt"] },
    });
  });

  test("does not send the result of a handler that answers anyway", async () => {
    verifies("RUN-23");
    expect((await cancelled("answers_anyway")).error.category).toBe(Category.CANCELLED);
  });

  test("is over within a second although the handler does not stop, which is logged", async () => {
    const { error, took } = await cancelled("never_stops");
    expect(error).toMatchObject({ category: Category.CANCELLED, details: { did: ["began"] } });
    console.info(`a handler that does not stop: slot free after ${Math.round(took)} ms (promised: 1000)`);
    expect(took).toBeLessThan(4000);
    expect(log.map(({ message }) => message)).toContain("the handler did not stop when its call was ended");
  });

  test("keeps what the handler said on its way out in the details", async () => {
    const { error } = await cancelled("fails_while_stopping");
    expect(error).toMatchObject({
      category: Category.CANCELLED,
      details: { error: { message: "the lock file stayed behind" } },
    });
  });

  test("rejects an awaited output that waits for a slow reader", async () => {
    const abort = new AbortController();
    const result = call(
      "awaits_output",
      {},
      {
        signal: abort.signal,
        onEvent: () => (abort.signal.aborted ? undefined : pause(30)),
      },
    );
    await pause(100);
    abort.abort(abortReason("cancelled"));
    const { last } = await result;
    expect(last?.case === "error" && last.value.category).toBe(Category.CANCELLED);
  });

  test("does not run its handler when it was cancelled before", async () => {
    const before = timesRun();
    const abort = new AbortController();
    abort.abort(abortReason("cancelled"));
    const { last } = await call("obeys", {}, { signal: abort.signal });
    expect(last?.case === "error" && last.value.category).toBe(Category.CANCELLED);
    expect(timesRun()).toBe(before);
  });
});

test("a call whose caller leaves after its end is not cancelled", async () => {
  verifies("RUN-11");
  const abort = new AbortController();
  expect((await call("looks", {}, { signal: abort.signal })).names).toBe("r");
  abort.abort(abortReason("cancelled"));
  const looked = () => log.filter(({ message }) => message.startsWith("aborted: "));
  await until("it has looked", () => looked().length > 0);
  expect(looked().map(({ message }) => message)).toEqual(["aborted: false, because: undefined"]);
});

const module = new URL("cancel-plugin.ts", import.meta.url);

await onEachLane("what ends a call", (lane) => {
  const { call, log } = lane.serve({ plugin, module });

  describe("a call that runs out of time", () => {
    test("ends with one timeout error, retryable, with what was done", async () => {
      const { last, names } = await call("limited");
      expect(names).toBe("e");
      expect(last?.case === "error" && last.value).toMatchObject({
        category: Category.TIMEOUT,
        retryable: true,
        details: { did: ["half of it"] },
      });
    });

    test("gets its report out before the caller's deadline", async () => {
      const start = performance.now();
      const { last } = await call("obeys", {}, { timeoutMs: 3000 });
      const took = performance.now() - start;
      expect(last?.case === "error" && last.value).toMatchObject({
        category: Category.TIMEOUT,
        details: { did: ["wrote a.txt"] },
      });
      console.info(`stopped ${Math.round(3000 - took)} ms before a deadline of 3000 ms`);
      expect(took).toBeGreaterThanOrEqual(2500);
    });
  });

  test("a handler that does not stop when its caller is gone does not keep the plugin from the next call", async () => {
    const abort = new AbortController();
    const ended = call("never_stops", {}, { signal: abort.signal });
    ended.catch(() => undefined);
    await pause(100);
    abort.abort();
    await expect(ended).rejects.toThrow();
    expect((await call("looks")).names).toBe("r");
    await until("it is logged", () =>
      log().some(({ message }) => message === "the handler did not stop when its call was ended"),
    );
  });

  test("a signal does not abort because its call ended well", async () => {
    verifies("RUN-11");
    const looked = () => log().filter(({ message }) => message.startsWith("aborted: "));
    const before = looked().length;
    expect((await call("looks")).names).toBe("r");
    await until("it has looked", () => looked().length > before);
    expect(new Set(looked().map(({ message }) => message))).toEqual(new Set(["aborted: false, because: undefined"]));
  });

  test("what comes after the terminal event is dropped with one warning that names the call", async () => {
    expect((await call("late")).names).toBe("r");
    const warnings = () => log().filter(({ message }) => message.includes("after the end of the call"));
    await until("the warning", () => warnings().length > 0);
    await pause(150);
    expect(warnings()).toEqual([
      expect.objectContaining({
        level: "warn",
        message: "a progress came after the end of the call and was dropped",
        fields: expect.objectContaining({ call_id: "call-1" }),
      }),
    ]);
  });
});
