import { expect, test } from "@jest/globals";
import { describeWithGo } from "../../../../interop/driver/go.js";
import type { GoPlugin } from "../../../../interop/driver/go-plugin.js";
import { until } from "../support/until.js";
import { field, invoke, kernelLog, resultOf, setUp } from "./setup.js";

await describeWithGo("the real host calls a plugin", () => {
  const { launch, shared } = setUp();

  const finallyRan = (plugin: GoPlugin, times: number) =>
    until(
      `finally runs, ${times} in all`,
      () => kernelLog(plugin).filter(({ message }) => message === "finally ran").length === times,
    );

  test("and gets every kind of event in the order of the call", async () => {
    const plugin = await launch({ FIXTURE_EVENTS: "1" });
    const { code, messages } = await invoke(plugin, "every_event").ended;
    expect(code).toBe("OK");
    expect(messages).toEqual(
      [
        { progress: { message: "started", fractionComplete: 0 } },
        { outputChunk: { stream: "OUTPUT_STREAM_STDOUT", data: Buffer.from("one\n").toString("base64") } },
        { outputChunk: { stream: "OUTPUT_STREAM_STDERR", data: Buffer.from([0xff, 0x00]).toString("base64") } },
        { partialResult: { payload: { hit: 1 } } },
        { progress: { message: "done", fractionComplete: 1 } },
        { result: { payload: { ok: true } } },
      ].map((event) => ({ event })),
    );
  });

  test("cancels it while its handler waits, and the handler hears of it", async () => {
    const plugin = await shared();
    const call = invoke(plugin, "last_words");
    await until("the handler runs", () => kernelLog(plugin).some(({ message }) => message === "the handler waits"));
    await call.cancel();
    expect((await call.ended).code).toBe("Canceled");
    await until("it was told", () => kernelLog(plugin).some(({ message }) => message === "the handler's last words"));
    await plugin.ping();
  });

  test("cancels it between two events, and the generator's finally runs", async () => {
    const plugin = await shared();
    const call = invoke(plugin, "finishing");
    await call.until(3);
    await call.cancel();
    expect((await call.ended).code).toBe("Canceled");
    await finallyRan(plugin, 1);
  });

  test("cancels it under back-pressure, and the generator's finally runs", async () => {
    const plugin = await shared();
    const call = invoke(plugin, "flooding", {}, { sizes: true });
    await call.until(50);
    await call.cancel();
    expect((await call.ended).code).toBe("Canceled");
    await finallyRan(plugin, 2);
    expect(resultOf(await invoke(plugin, "talk", { say: "hi" }).ended)).toEqual({ ok: true });
  });

  test("cancels it as soon as it is sent, and the next one is fine", async () => {
    const plugin = await shared();
    const call = invoke(plugin, "slow", { ms: 60_000 });
    let isOver = false;
    void call.ended.then(() => {
      isOver = true;
    });
    await until("it is over", () => {
      // The host may hear of the cancel before it has begun with the call.
      void call.cancel();
      return isOver;
    });
    expect((await call.ended).code).toBe("Canceled");
    expect(resultOf(await invoke(plugin, "talk", { say: "hi" }).ended)).toEqual({ ok: true });
  });

  test("while a handler blocks the loop for three seconds: the call comes late, and the next one is fine", async () => {
    const plugin = await shared();
    const blocking = invoke(plugin, "block", { ms: 3000 });
    const during = new Promise((resolve) => setTimeout(resolve, 500)).then(
      () => invoke(plugin, "echo", { value: "during" }).ended,
    );
    expect(resultOf(await blocking.ended)).toEqual({ ok: true });
    expect(resultOf(await during)).toEqual({ value: "during" });
    await plugin.ping();
    const next = await invoke(plugin, "echo", { value: "next" }).ended;
    expect(resultOf(next)).toEqual({ value: "next" });
    console.info(`a call after the loop was blocked: ${Math.round(next.ms)} ms`);
  });

  test("with a deadline, and gets the report of what was done before it", async () => {
    const plugin = await launch({ FIXTURE_EVENTS: "1" });
    const { code, messages } = await invoke(plugin, "polite", {}, { timeoutMs: 3000 }).ended;
    expect(code).toBe("OK");
    const [report, error] = messages.slice(-2).map((message) => field(message, "event"));
    expect(report).toEqual({
      partialResult: { payload: { did: expect.arrayContaining(["step 0", "step 1"]) } },
    });
    expect(error).toMatchObject({ error: { category: "TOOL_ERROR_CATEGORY_TIMEOUT" } });
  });

  test("a hundred times at once", async () => {
    const plugin = await launch({ FIXTURE_EVENTS: "1" });
    const tags = Array.from({ length: 100 }, (_, index) => `tag ${index}`);
    const started = performance.now();
    const ends = await Promise.all(tags.map((tag) => invoke(plugin, "tagged", { tag }, { id: tag }).ended));
    console.info(`100 calls at once: ${Math.round(performance.now() - started)} ms`);
    for (const [index, end] of ends.entries()) {
      const tag = tags[index];
      expect(resultOf(end)).toEqual({ ok: true });
      const partials = end.messages.flatMap((message) => field(field(message, "event"), "partialResult") ?? []);
      expect(partials).toEqual(Array.from({ length: 5 }, () => ({ payload: { tag, id: tag } })));
    }
  });
});
