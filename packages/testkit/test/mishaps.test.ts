import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { AttrType } from "@plugwright/protocol/config";
import { RiskClass, ToolKind } from "@plugwright/protocol/tool";
import {
  type Approval,
  env,
  isKernelLoadError,
  type KernelOptions,
  startKernel,
  type TestKernel,
} from "@plugwright/testkit";
import { type Handwritten, rightResult, rightTool, tools } from "./support/routes.js";

const change = { ...rightTool, name: "change", kind: ToolKind.RESOURCE, risk: RiskClass.LOW };
const ask = { ...rightTool, name: "ask", kind: ToolKind.INTERACTIVE };

let kernel: TestKernel;
afterEach(() => kernel.close({ allowViolations: true }));

async function start(provider: Handwritten, options: Partial<KernelOptions> = {}): Promise<void> {
  kernel = await startKernel({ providers: [tools({ tools: [rightTool, change, ask], ...provider })], ...options });
}

const asked = { policy: [{ kind: "resource", decision: "ask" }] } as const;

function withResolvers() {
  let resolve = (): void => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

/** Resolves when a signal aborts. */
const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) =>
    signal.aborted ? resolve() : signal.addEventListener("abort", () => resolve(), { once: true }),
  );

describe("what the test itself gives the kernel fails", () => {
  test("an approver that throws denies its item; the other calls are answered", async () => {
    await start(
      {},
      {
        ...asked,
        approve({ args }) {
          if (args["path"] === "a") throw new Error("gone home");
          return "allow";
        },
      },
    );
    const { results, plan } = await kernel.message([
      { tool: "change", args: { path: "a" } },
      { tool: "change", args: { path: "b" } },
      { tool: "look" },
    ]);
    expect(results.map(({ text }) => text)).toEqual([
      "change was not run: it was denied by the kernel, as the approver failed: gone home",
      '{"ok":"yes"}',
      '{"ok":"yes"}',
    ]);
    expect(plan).toHaveLength(2);
  });

  test("a hook that throws fails the message when every other call has ended", async () => {
    const ended: string[] = [];
    await start(
      {
        async *invoke({ arguments: args }) {
          await sleep(args?.["path"] === "slow" ? 30 : 0);
          yield rightResult;
        },
      },
      {
        afterCall({ args }) {
          if (args["path"] === "quick") throw new Error("the hook failed");
          ended.push(String(args["path"]));
        },
      },
    );
    const calls = ["quick", "slow"].map((path) => ({ tool: "look", args: { path } }));
    await expect(kernel.message(calls)).rejects.toThrow("the hook failed");
    expect(ended).toEqual(["slow"]);
  });

  test("what onEvent throws cancels the call, and comes out when that is over", async () => {
    const seen: string[] = [];
    await start({
      tools: [{ ...rightTool, streaming: true }],
      async *invoke(_, { signal }) {
        yield { case: "progress", value: { message: "on it" } };
        await Promise.race([aborted(signal), sleep(2000, undefined, { ref: false })]);
        seen.push(signal.aborted ? "cancelled" : "never told");
      },
    });
    const onEvent = () => {
      throw new Error("not as expected");
    };
    await expect(kernel.call("look", {}, { onEvent })).rejects.toThrow("not as expected");
    expect(seen).toEqual(["cancelled"]);
    expect(kernel.violations).toEqual([]);
  });

  test("what onEvent throws at the last event comes out, too", async () => {
    await start({});
    const onEvent = () => {
      throw new Error("not as expected");
    };
    await expect(kernel.call("look", {}, { onEvent })).rejects.toThrow("not as expected");
  });
});

describe("a call is cancelled", () => {
  test("while the approver has it: it ends, and is not run", async () => {
    const stop = new AbortController();
    await start(
      {},
      {
        ...asked,
        approve: () => {
          stop.abort("changed my mind");
          return new Promise<Approval>(() => {});
        },
      },
    );
    const report = await kernel.call("change", {}, { signal: stop.signal });
    expect(report).toMatchObject({
      attempts: 0,
      error: { category: "cancelled", message: "the call was cancelled before it was decided: changed my mind" },
    });
  });

  test("while it waits for a lock: the reason is told", async () => {
    const began = withResolvers();
    await start({
      tools: [{ ...change, concurrency: { safe: false } }],
      async *invoke(_, { signal }) {
        began.resolve();
        await aborted(signal);
        yield undefined;
      },
    });
    const first = kernel.start("change");
    await began.promise;
    const second = kernel.start("change");
    await sleep(0);
    second.cancel("no need");
    expect((await second.report).error?.message).toMatch(
      /^the call was cancelled before it could begin: no need; it waited \d+ ms behind change$/,
    );
    first.cancel();
    await first.report;
  });

  test("while its preview hangs: it ends", async () => {
    const stop = new AbortController();
    await start({
      async preview({ id }) {
        if (id !== "probe") {
          stop.abort();
          await new Promise(() => {});
        }
        return "shown";
      },
    });
    expect((await kernel.call("change", {}, { signal: stop.signal })).error?.category).toBe("cancelled");
  });
});

describe("a kernel is closed", () => {
  test("while calls run, wait and are decided: all end, and what they break is told", async () => {
    const began = withResolvers();
    await start(
      {
        tools: [change, { ...change, name: "lone", concurrency: { safe: false } }],
        async *invoke(_, { signal }) {
          began.resolve();
          await aborted(signal);
          await sleep(20);
          yield { case: "result", value: { payload: { ok: "no" } } };
        },
      },
      { policy: [{ name: "change", decision: "ask" }], approve: () => new Promise<Approval>(() => {}) },
    );
    const calls = ["lone", "lone", "change"].map((name) => kernel.start(name).report);
    await began.promise;
    await expect(kernel.close()).rejects.toThrow("result_after_cancel");
    expect((await Promise.all(calls)).map(({ error }) => error)).toMatchObject([
      { category: "cancelled", message: "the call was cancelled: the kernel was closed" },
      { category: "cancelled" },
      { category: "cancelled", message: "the call was cancelled before it was decided: the kernel was closed" },
    ]);
  });

  test("takes no more calls", async () => {
    await start({});
    await kernel.close();
    await expect(kernel.call("look")).rejects.toThrow("the kernel was closed: start another one");
    await expect(kernel.message([{ tool: "look" }])).rejects.toThrow("the kernel was closed");
  });
});

test("a plugin that goes on after its terminal event is told that the kernel has left", async () => {
  let told = false;
  await start({
    async *invoke(_, { signal }) {
      yield rightResult;
      await aborted(signal);
      told = true;
    },
  });
  expect((await kernel.call("look")).result).toEqual({ ok: "yes" });
  await sleep(0);
  expect(told).toBe(true);
});

test("a preview of what nobody has is not said to be of a command", async () => {
  await start({});
  await expect(kernel.preview("lock")).rejects.toThrow('no provider has a tool "lock"; did you mean look?');
});

describe("a provider is not loaded", () => {
  const refusal = (provider: Handwritten) =>
    startKernel({ providers: [tools(provider)] }).then(
      () => "loaded",
      (error: unknown) => (isKernelLoadError(error) ? error.message.split("\n").at(-1) : error),
    );
  // What afterEach closes.
  beforeEach(() => start({}));

  test("whose default is no JSON", async () => {
    const config = { attributes: [{ name: "port", type: AttrType.NUMBER, defaultJson: "{" }] };
    expect(await refusal({ config })).toBe("hand: port has a default that is no JSON: { [config_invalid]");
  });
});

test("a secret in a preview is found, be it in a plan or asked for", async () => {
  const config = { attributes: [{ name: "token", type: AttrType.STRING, sensitive: true }] };
  const options = { config: { hand: { token: env("TOKEN") } }, environment: { TOKEN: "s3cr3t-value" } };
  await start({ config, preview: () => "sends s3cr3t-value" }, options);
  await kernel.call("change");
  await kernel.preview("look");
  const message = "the secret token stands in the preview; it must never leave the plugin";
  expect(kernel.violations).toMatchObject([
    { rule: "secret_leaked", operation: "change", callId: "call-1", message },
    { rule: "secret_leaked", operation: "look", callId: "call-2", message },
  ]);
});
