import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, test } from "@jest/globals";
import { AttrType } from "@plugwright/protocol/config";
import { definePlugin, secret, tool } from "@plugwright/sdk";
import { type CallEvent, env, startKernel, type TestKernel } from "@plugwright/testkit";
import { expectTypeOf } from "expect-type";
import * as z from "zod";
import { tools } from "./support/routes.js";

const none = z.object({});
const ok = z.object({ ok: z.boolean() });
const identity = { name: "p", version: "1.0.0", source: "github.com/acme/p" };
const config = z.object({ token: secret(z.string()).optional() });

const streams = tool("streams")
  .describe("Streams.")
  .input(none)
  .output(ok)
  .reads()
  .streams()
  .run(async function* () {
    yield { output: "out", to: "stdout" };
    yield { output: new Uint8Array([255]), to: "stderr" };
    yield { progress: "half", fraction: 0.5 };
    yield { partial: { hit: 1 } };
    return { ok: true };
  });
const late = tool("late")
  .describe("Sends when it has ended.")
  .input(z.object({ how: z.enum(["progress", "partial"]) }))
  .output(ok)
  .reads()
  .streams()
  .run(({ how }, call) => {
    setTimeout(() => {
      try {
        if (how === "progress") call.progress("too late");
        else call.partial({}).catch((error: Error) => thrown.push(error.message));
      } catch (error) {
        thrown.push(error instanceof Error ? error.message : "");
      }
    }, 5);
    return { ok: true };
  });
const waits = tool("waits")
  .describe("Waits.")
  .input(none)
  .output(ok)
  .mutates("low")
  .streams()
  .run(async (_, call) => {
    call.progress("waiting");
    await new Promise((_, reject) => call.signal.addEventListener("abort", () => reject(call.signal.reason)));
    return { ok: true };
  });
const sums = tool("sums")
  .describe("Adds.")
  .input(z.object({ a: z.number(), b: z.number().default(1) }))
  .output(z.object({ sum: z.number() }))
  .reads()
  .run(({ a, b }) => ({ sum: a + b }));
const thrown: string[] = [];
const plugin = definePlugin({ ...identity, config, tools: [streams, late, waits, sums] });

let kernel: TestKernel;
afterEach(() => kernel.close({ allowViolations: true }));

test("events are read as an author wrote them", async () => {
  kernel = await startKernel({ providers: [{ plugin }] });
  const { events, violations } = await kernel.call(streams, {});
  expect(events).toEqual([
    { output: "out", to: "stdout" },
    { output: new Uint8Array([255]), to: "stderr" },
    { progress: "half", fraction: 0.5 },
    { partial: { hit: 1 } },
    { result: { ok: true } },
  ]);
  expect(violations).toEqual([]);
});

test("arguments and results are typed from the definition", async () => {
  kernel = await startKernel({ providers: [{ plugin }] });
  const report = await kernel.call(sums, { a: 2 });
  expectTypeOf(report.result).toEqualTypeOf<{ sum: number } | undefined>();
  expect(report.result?.sum).toBe(3);
  // @ts-expect-error: a is missing
  expect((await kernel.call(sums, {})).error?.category).toBe("invalid_arguments");
  // @ts-expect-error: no such argument
  await kernel.call(sums, { a: 1, c: 2 });
});

test("a definition of another plugin is a mistake of the test", async () => {
  const foreign = tool("foreign")
    .describe("Is not here.")
    .input(none)
    .output(ok)
    .reads()
    .run(() => ({ ok: true }));
  kernel = await startKernel({ providers: [{ plugin }] });
  await expect(kernel.call(foreign, {})).rejects.toThrow(
    'no provider has a tool "foreign"; there is late, streams, sums and waits',
  );
});

test.each(["progress", "partial"] as const)("a late %s throws where it is sent, and is remembered", async (how) => {
  thrown.length = 0;
  kernel = await startKernel({ providers: [{ plugin }] });
  expect((await kernel.call(late, { how })).result).toEqual({ ok: true });
  await sleep(20);
  const event = how === "partial" ? "partial_result" : how;
  const message = `call call-1 of late: a ${event} came after the end of the call and was dropped`;
  expect(thrown).toEqual([message]);
  expect(kernel.violations).toEqual([{ rule: "late_event", provider: "p", message }]);
  await expect(kernel.close()).rejects.toThrow(message);
});

describe("a running call", () => {
  test("shows its events as they come, and can be cancelled", async () => {
    kernel = await startKernel({ providers: [{ plugin }] });
    const call = kernel.start(waits, {});
    const seen: CallEvent[] = [];
    for await (const event of call.events()) {
      seen.push(event);
      call.cancel("seen enough");
    }
    expect(seen).toEqual([{ progress: "waiting" }]);
    expect(await call.report).toMatchObject({
      error: { category: "cancelled", message: "the call was cancelled: seen enough" },
      violations: [],
    });
  });

  test("is cancelled by the caller's signal as well, also by one that has aborted already", async () => {
    kernel = await startKernel({ providers: [{ plugin }] });
    const stop = new AbortController();
    const call = kernel.start(waits, {}, { signal: stop.signal });
    for await (const _ of call.events()) stop.abort();
    expect((await call.report).error?.category).toBe("cancelled");
    expect((await kernel.call(waits, {}, { signal: stop.signal })).error?.category).toBe("cancelled");
  });
});

test("at the deadline the plugin still gets out what it has to say", async () => {
  kernel = await startKernel({ providers: [{ plugin }] });
  const { error, events } = await kernel.call(waits, {}, { timeoutMs: 400 });
  expect(events).toEqual([{ progress: "waiting" }, { error }]);
  // In the plugin's words: it was told of the deadline a moment after the kernel had set it.
  expect(error).toMatchObject({ message: expect.stringMatching(/^the call ran out of time: it had (400|39\d) ms$/) });
  expect(error?.category).toBe("timeout");
});

describe("a secret of the configuration", () => {
  const environment = { TOKEN: "s3cr3t-value" };

  test("is taken out by the SDK", async () => {
    const tells = tool<z.output<typeof config>>("tells")
      .describe("Tells.")
      .input(none)
      .output(z.object({ text: z.string() }))
      .reads()
      .run((_, call) => {
        call.log.info(`it is ${call.config.token}`);
        return { text: call.config.token ?? "" };
      });
    const telling = definePlugin({ ...identity, config, tools: [tells] });
    kernel = await startKernel({
      providers: [{ plugin: telling }],
      config: { p: { token: env("TOKEN") } },
      environment,
    });
    expect((await kernel.call(tells, {})).result).toEqual({ text: "[secret:token]" });
    expect(kernel.log.map(({ message }) => message)).toEqual(["it is [secret:token]"]);
    expect(kernel.violations).toEqual([]);
  });

  test.each([
    ["the result", { case: "result", value: { payload: { ok: "it is s3cr3t-value" } } }],
    ["the error", { case: "error", value: { category: 4, message: "m", details: { raw: "czNjcjN0LXZhbHVl" } } }],
  ] as const)("in %s of a plugin that does not is found", async (where, event) => {
    const attributes = [{ name: "token", type: AttrType.STRING, sensitive: true }];
    const provider = tools({ config: { attributes }, invoke: () => [event] });
    kernel = await startKernel({ providers: [provider], config: { hand: { token: env("TOKEN") } }, environment });
    const { violations } = await kernel.call("look");
    expect(violations).toEqual([
      {
        rule: "secret_leaked",
        provider: "hand",
        operation: "look",
        callId: "call-1",
        message: `the secret token stands in ${where}; it must never leave the plugin`,
      },
    ]);
  });
});
