import { afterAll, describe, expect, test } from "@jest/globals";
import { ToolErrorCategory as Category } from "@plugwright/protocol/tool";
import { abortCause, definePlugin, ToolError, tool } from "@plugwright/sdk";
import * as z from "zod";
import { inProcess } from "../support/in-process.js";
import { until } from "../support/until.js";
import { verifies } from "../verifies.js";

// What a transport aborts a call with; a transport is stood in for here, so that the stream stays open.
const { abortReason } = await import("../../src/operation/errors.js");

let ran = 0;
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const mutating = (name: string) => tool(name).describe(name).input(z.object({})).output(z.object({})).mutates("low");
const plugin = definePlugin({
  name: "cancel",
  version: "1.0.0",
  source: "github.com/plugwright/cancel",
  tools: [
    mutating("obeys").run(async (_args, call) => {
      ran++;
      call.did("wrote a.txt");
      await new Promise((_resolve, reject) => call.signal.addEventListener("abort", () => reject(call.signal.reason)));
      return {};
    }),
    mutating("answers_anyway").run(async (_args, call) => {
      while (!call.signal.aborted) await pause(1);
      return {};
    }),
    mutating("never_stops").run(async (_args, call) => {
      call.did("began");
      await new Promise(() => undefined);
      return {};
    }),
    mutating("fails_while_stopping").run(async (_args, call) => {
      while (!call.signal.aborted) await pause(1);
      throw new ToolError("execution_failed", "the lock file stayed behind");
    }),
    mutating("awaits_output")
      .streams()
      .run(async (_args, call) => {
        for (;;) await call.output(new Uint8Array(64 * 1024));
      }),
    mutating("late")
      .streams()
      .run(async (_args, call) => {
        setTimeout(() => {
          call.progress("late");
          void call.output("late");
          call.progress("later");
        }, 5);
        return {};
      }),
    mutating("limited")
      .timeout("100ms")
      .run(async (_args, call) => {
        call.did("half of it");
        await new Promise((_resolve, reject) =>
          call.signal.addEventListener("abort", () => reject(call.signal.reason)),
        );
        return {};
      }),
    mutating("looks").run(async (_args, call) => {
      await pause(10);
      signals.push(call.signal);
      return {};
    }),
  ],
});
const signals: AbortSignal[] = [];
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
    const before = ran;
    const abort = new AbortController();
    abort.abort(abortReason("cancelled"));
    const { last } = await call("obeys", {}, { signal: abort.signal });
    expect(last?.case === "error" && last.value.category).toBe(Category.CANCELLED);
    expect(ran).toBe(before);
  });
});

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
    const { last } = await call("obeys", {}, { timeoutMs: 1000 });
    const took = performance.now() - start;
    expect(last?.case === "error" && last.value.category).toBe(Category.TIMEOUT);
    console.info(`stopped ${Math.round(1000 - took)} ms before a deadline of 1000 ms (promised: 100)`);
    expect(took).toBeGreaterThanOrEqual(890);
  });
});

test("a signal does not abort because its call ended well, or after it did", async () => {
  verifies("RUN-11");
  const abort = new AbortController();
  await call("looks", {}, { signal: abort.signal });
  abort.abort(abortReason("cancelled"));
  const [signal] = signals;
  expect(signal?.aborted).toBe(false);
  expect(signal && abortCause(signal)).toBeUndefined();
});

test("what comes after the terminal event is dropped with one warning that names the call", async () => {
  const before = log.length;
  expect((await call("late")).names).toBe("r");
  await until("the warning", () => log.length > before);
  await pause(20);
  expect(log.slice(before).map(({ level, message, fields }) => [level, message, fields["call_id"]])).toEqual([
    ["warn", "a progress came after the end of the call and was dropped", "call-1"],
  ]);
});
