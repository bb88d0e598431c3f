import { getEventListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { Code, ConnectError } from "@connectrpc/connect";
import { afterEach, describe, expect, test } from "@jest/globals";
import { RiskClass, type ToolCall, ToolErrorCategory, ToolKind } from "@plugwright/protocol/tool";
import { type CallReport, type KernelOptions, startKernel, type TestKernel, virtualClock } from "@plugwright/testkit";
import { verifies } from "../../sdk/test/verifies.js";
import { answered } from "../src/load/patience.js";
import { commands, type Handwritten, type Invoke, rightResult, rightTool, tools } from "./support/routes.js";

let kernel: TestKernel;
afterEach(() => kernel.close({ allowViolations: true }));

async function start(provider: Handwritten, options: Partial<KernelOptions> = {}): Promise<TestKernel> {
  kernel = await startKernel({ providers: [tools(provider)], ...options });
  return kernel;
}

const resource = { ...rightTool, name: "change", kind: ToolKind.RESOURCE, risk: RiskClass.LOW, idempotent: false };
const failure = (category: ToolErrorCategory, retryable = false) =>
  ({ case: "error", value: { category, message: "it failed", retryable } }) as const;

/** Fails as often as it is told to, then succeeds. */
function failing(times: number, event = failure(ToolErrorCategory.TIMEOUT, true)): Invoke {
  let failed = 0;
  return () => [failed++ < times ? event : rightResult];
}

describe("what a plugin gets", () => {
  test("every call has an id of the kernel's and a context: session, turn and directory", async () => {
    verifies("TOOL-13");
    const calls: ToolCall[] = [];
    const invoke: Invoke = (call) => {
      calls.push(call);
      return [rightResult];
    };
    await start({ invoke }, { workingDirectory: "/work" });
    await kernel.call("look", { path: "a" });
    await kernel.call("look", {}, { workingDirectory: "/other" });
    expect(calls).toMatchObject([
      {
        id: "call-1",
        toolName: "look",
        arguments: { path: "a" },
        callContext: { sessionId: "session-1", turnId: "turn-1", workingDirectory: "/work" },
      },
      { id: "call-2", callContext: { workingDirectory: "/other" } },
    ]);
  });

  test("only declared names, and arguments that conform: the rest is answered by the kernel", async () => {
    verifies("RUN-42", "TOOL-11", "TOOL-12");
    let invoked = 0;
    await start({
      invoke() {
        invoked++;
        return [rightResult];
      },
    });
    expect(await kernel.call("constructor")).toMatchObject({
      attempts: 0,
      error: { category: "not_found", message: 'no provider has a tool "constructor"; there is look' },
    });
    expect(await kernel.call("look", { path: 1 })).toMatchObject({
      attempts: 0,
      error: {
        category: "invalid_arguments",
        message: "the arguments break the input schema: path: expected a string, got a number",
      },
    });
    expect(invoked).toBe(0);
    expect(await kernel.call("look", { path: "a" })).toMatchObject({ attempts: 1, result: { ok: "yes" } });
    expect(await kernel.call("look", { path: 1 }, { unchecked: true })).toMatchObject({ attempts: 1 });
    expect(invoked).toBe(2);
  });
});

describe("a failed RPC becomes", () => {
  test.each([
    [Code.Canceled, "cancelled", []],
    [Code.DeadlineExceeded, "timeout", []],
    [Code.Unavailable, "process_crashed", ["unavailable_from_live_plugin"]],
    [Code.Internal, "unknown", []],
    [Code.NotFound, "unknown", []],
  ] as const)("%i: %s", async (code, category, rules) => {
    verifies("RUN-49");
    await start({
      tools: [resource],
      invoke() {
        throw new ConnectError("broken", code);
      },
    });
    const report = await kernel.call("change");
    expect(report.error).toMatchObject({ category, message: `the RPC failed with ${Code[code]}: broken` });
    expect(report.violations.map(({ rule }) => rule)).toEqual(rules);
  });
});

describe("a retryable failure", () => {
  const run = async (tool: Handwritten["tools"], invoke: Invoke, options?: Partial<KernelOptions>) => {
    await start({ tools: tool ?? [], invoke }, options);
    return kernel.call(tool?.[0]?.name ?? "");
  };

  test("of a data_source is tried again, of a resource only if it is idempotent", async () => {
    verifies("RUN-53");
    const right = { result: { ok: "yes" }, attempts: 2 };
    expect(await run([rightTool], failing(1))).toMatchObject(right);
    expect(await run([{ ...rightTool, idempotent: false }], failing(1))).toMatchObject(right);
    expect(await run([{ ...resource, idempotent: true }], failing(1))).toMatchObject(right);
    expect(await run([resource], failing(1))).toMatchObject({ error: { category: "timeout" }, attempts: 1 });
  });

  test("of an interactive call never is", async () => {
    verifies("RUN-53");
    let asked = 0;
    const answer = () => {
      asked++;
      throw new Error("gone to lunch");
    };
    const interactive = { ...rightTool, kind: ToolKind.INTERACTIVE, concurrency: undefined };
    const report = await run([interactive], failing(0), { answer });
    expect([asked, report.error?.message]).toEqual([1, "the question failed: gone to lunch"]);
  });

  test("is tried again as often as the kernel is told, and one that is not retryable is not", async () => {
    expect(await run([rightTool], failing(3), { retries: 2 })).toMatchObject({
      attempts: 3,
      error: { category: "timeout" },
    });
    expect(await run([rightTool], failing(1), { retries: 0 })).toMatchObject({ attempts: 1 });
    expect(await run([rightTool], failing(1, failure(ToolErrorCategory.NOT_FOUND)))).toMatchObject({
      attempts: 1,
      error: { category: "not_found" },
    });
  });

  test("that is a conflict is tried again alone, any other among the rest", async () => {
    verifies("RUN-54");
    const meets = async (category: ToolErrorCategory) => {
      let running = 0;
      let met: number | undefined;
      let begun = (): void => {};
      const again = new Promise<void>((resolve) => {
        begun = resolve;
      });
      let failed = false;
      const invoke: Invoke = async function* (call) {
        if (call.arguments?.["path"] !== "first") {
          running++;
          // Whoever is to be alone waits for this to end.
          await Promise.race([again, sleep(500)]);
          running--;
          yield rightResult;
        } else if (failed) {
          met = running;
          begun();
          yield rightResult;
        } else {
          failed = true;
          yield failure(category, true);
        }
      };
      await start({ invoke });
      const calls = ["first", "a", "b"].map((path) => ({ tool: "look", args: { path } }));
      const { results } = await kernel.message(calls);
      expect(results.map(({ attempts }) => attempts)).toEqual([2, 1, 1]);
      return met;
    };
    expect(await meets(ToolErrorCategory.CONCURRENCY_CONFLICT)).toBe(0);
    expect(await meets(ToolErrorCategory.TIMEOUT)).toBe(2);
  });
});

test("a provider that has crashed three times in a row is disabled", async () => {
  const crash: Invoke = () => {
    throw new ConnectError("gone", Code.Unavailable);
  };
  await start({ tools: [resource], invoke: crash });
  for (let times = 0; times < 3; times++) expect((await kernel.call("change")).attempts).toBe(1);
  expect(await kernel.call("change")).toMatchObject({
    attempts: 0,
    error: { category: "process_crashed", message: "hand is disabled: it has crashed too often" },
  });
});

describe("the deadline", () => {
  const waits: Invoke = async function* (_, { signal }) {
    await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
  };
  const unsafe = { ...resource, concurrency: { safe: false } };

  test.each([
    ["the operation's own", { defaultTimeout: { seconds: 5n, nanos: 0 } }, {}, 5000],
    ["the operator's in its place", { defaultTimeout: { seconds: 5n, nanos: 0 } }, { timeoutMs: 2000 }, 2000],
    ["the global one", {}, {}, 30_000],
  ])("is %s", async (_, tool, options, expected) => {
    verifies("RUN-43", "CMD-09");
    const clock = virtualClock();
    await start({ tools: [{ ...unsafe, ...tool }], invoke: waits }, { clock, defaultTimeoutMs: 30_000 });
    const call = kernel.start("change", {}, options);
    let ended = false;
    void call.report.then(() => {
      ended = true;
    });
    await clock.advance(expected - 1);
    expect(ended).toBe(false);
    await clock.advance(1);
    const { error, ran } = await call.report;
    expect(error).toEqual({
      category: "timeout",
      message: `the call ran out of time: it had ${expected / 1000} s`,
      retryable: true,
    });
    expect((ran?.to ?? 0) - (ran?.from ?? 0)).toBe(expected);
  });

  test("covers the wait for locks, and the report tells behind what", async () => {
    verifies("RUN-43");
    const clock = virtualClock();
    await start({ tools: [unsafe], invoke: waits }, { clock });
    const first = kernel.start("change", {}, { timeoutMs: 60_000 });
    const second = kernel.start("change", {}, { timeoutMs: 3200 });
    await clock.advance(3200);
    expect(await second.report).toMatchObject({
      attempts: 0,
      waited: { ms: 3200, behind: ["change"] },
      error: {
        category: "timeout",
        message: "the call ran out of time before it could begin: it had 3.2 s; it waited 3.2 s behind change",
      },
    });
    first.cancel("enough");
    expect((await first.report).error?.message).toBe("the call was cancelled: enough");
  });

  test("is what the plugin is told, less the time that it waited", async () => {
    const clock = virtualClock();
    const left: (number | undefined)[] = [];
    const invoke: Invoke = async function* (call, { timeoutMs }) {
      left.push(timeoutMs());
      if (call.id === "call-1") await new Promise<void>((resolve) => clock.after(1500, resolve));
      yield rightResult;
    };
    await start({ tools: [unsafe], invoke }, { clock, defaultTimeoutMs: 10_000 });
    const both = kernel.message([{ tool: "change" }, { tool: "change" }]);
    await clock.advance(1500);
    const { results } = await both;
    expect(left).toEqual([10_000, 8500]);
    expect(results.map(({ waited }) => waited)).toEqual([
      { ms: 0, behind: [] },
      { ms: 1500, behind: ["change"] },
    ]);
  });
});

describe("a turn", () => {
  const ends = { ...resource, name: "finish", terminatesTurn: true };
  const answers = (results: Readonly<Record<string, CallReport["result"] | undefined>>): Handwritten => ({
    tools: [rightTool, ends],
    invoke(call) {
      const payload = results[call.toolName];
      return [
        payload === undefined ? failure(ToolErrorCategory.EXECUTION_FAILED) : { case: "result", value: { payload } },
      ];
    },
  });

  test("goes on after a message with calls, and ends with one that has none", async () => {
    verifies("TOOL-50");
    await start({});
    const first = await kernel.message([{ tool: "look" }]);
    const second = await kernel.message([]);
    const third = await kernel.message([{ tool: "look" }]);
    expect([first.done, second.done, third.done]).toEqual([undefined, { by: "no_tool_calls" }, undefined]);
    expect([first.turnId, second.turnId, third.turnId]).toEqual(["turn-1", "turn-1", "turn-2"]);
  });

  test("ends with a message without calls also where a tool could end it", async () => {
    verifies("TOOL-50");
    await start(answers({}));
    expect((await kernel.message([])).done).toEqual({ by: "no_tool_calls" });
  });

  test("ends with the call that ends it, whatever else was called, and all calls are answered in their order", async () => {
    verifies("TOOL-47", "TOOL-48", "RUN-52");
    await start(answers({ look: { ok: "seen" }, finish: { ok: "all is well" } }));
    const { results, done } = await kernel.message([{ tool: "finish" }, { tool: "look" }, { tool: "nothing" }]);
    expect(results.map(({ text }) => text)).toEqual([
      '{"ok":"all is well"}',
      '{"ok":"seen"}',
      'not_found: no provider has a tool "nothing"; there is look and finish',
    ]);
    expect(done).toEqual({ by: "terminates_turn", result: { ok: "all is well" } });
  });

  test("does not end if that call fails", async () => {
    verifies("RUN-52");
    await start(answers({ look: { ok: "seen" } }));
    expect((await kernel.message([{ tool: "finish" }, { tool: "look" }])).done).toBeUndefined();
  });

  test("is done only after the hook that follows each call", async () => {
    verifies("TOOL-44");
    const order: string[] = [];
    await start(answers({ finish: { ok: "x" } }), {
      async afterCall({ operation, result }) {
        await sleep(10);
        order.push(`hook of ${operation.name}: ${JSON.stringify(result)}`);
      },
    });
    const { done } = await kernel.message([{ tool: "finish" }]);
    order.push(`done by ${done?.by}`);
    expect(order).toEqual(['hook of finish: {"ok":"x"}', "done by terminates_turn"]);
  });

  test("a hook that fails fails the message", async () => {
    verifies("TOOL-44");
    await start(answers({ finish: { ok: "x" } }), {
      afterCall() {
        throw new Error("the hook failed");
      },
    });
    await expect(kernel.message([{ tool: "finish" }])).rejects.toThrow("the hook failed");
  });
});

describe("commands", () => {
  test("are never offered to the model, cannot be called as tools, and their results are not validated", async () => {
    verifies("RUN-51", "CMD-11");
    kernel = await startKernel({ providers: [commands("c", ["go"]), tools()] });
    expect(kernel.tools.map(({ name }) => name)).toEqual(["look"]);
    expect(kernel.commands.map(({ name, output }) => [name, output])).toEqual([["go", undefined]]);
    expect((await kernel.call("go")).error?.category).toBe("not_found");
    expect((await kernel.command("go")).result).toEqual({ anything: [1] });
    expect((await kernel.command("look")).error?.category).toBe("not_found");
  });

  test("carry a context", async () => {
    verifies("CMD-15", "CMD-13", "CMD-14");
    const seen: unknown[] = [];
    kernel = await startKernel({
      providers: [commands("c", ["go"], (call) => void seen.push(call))],
      workingDirectory: "/work",
    });
    await kernel.command("go");
    expect(seen).toMatchObject([
      {
        id: "call-1",
        name: "go",
        callContext: { sessionId: "session-1", turnId: "turn-1", workingDirectory: "/work" },
      },
    ]);
    expect((await kernel.command("gone")).error?.category).toBe("not_found");
    expect((await kernel.command("go", "one word")).error).toMatchObject({
      category: "invalid_arguments",
      message: "column 1: one is one word too many; the command takes no arguments\none word\n^",
    });
  });
});

test("what nobody looked at is thrown when the kernel is closed", async () => {
  await start({ invoke: () => [] });
  await kernel.call("look");
  await expect(kernel.close()).rejects.toThrow(
    "the protocol was broken:\nhand, look (call-1): the stream ended without a result or an error [no_terminal]",
  );
});

describe("what hangs does not hang the test", () => {
  test("a provider that does not answer while it is loaded is refused, with what it did not answer", async () => {
    const hangs = () => new Promise<never>(() => {});
    await expect(answered("Configure", hangs(), 20)).rejects.toThrow("Configure has not answered within 20 ms");
    expect(await answered("Describe", Promise.resolve(1), 20)).toBe(1);
  });

  test("a kernel that was closed makes no more calls", async () => {
    await start({});
    await kernel.close();
    await expect(kernel.call("look")).rejects.toThrow("the kernel was closed: start another one");
    await kernel.close();
  });

  test("a message takes one listener of its signal, and cancels all its calls", async () => {
    const waits: Invoke = async function* (_, { signal }) {
      await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
    };
    await start({ invoke: waits });
    const stop = new AbortController();
    const running = kernel.message(Array<{ tool: string }>(30).fill({ tool: "look" }), { signal: stop.signal });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(getEventListeners(stop.signal, "abort")).toHaveLength(1);
    stop.abort();
    const { results } = await running;
    expect(new Set(results.map(({ error }) => error?.category))).toEqual(new Set(["cancelled"]));
    expect(getEventListeners(stop.signal, "abort")).toHaveLength(0);
  });
});
