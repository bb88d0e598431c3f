import { expect, test } from "@jest/globals";
import { describeWithGo } from "../../../../interop/driver/go.js";
import { until } from "../support/until.js";
import { field, invoke, kernelLog, resultOf, setUp } from "./setup.js";

await describeWithGo("the real host calls a plugin", () => {
  const { launch } = setUp();

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
    const plugin = await launch();
    await plugin.serve(1);
    const call = invoke(plugin, "last_words");
    await until("the handler runs", () => kernelLog(plugin).some(({ message }) => message === "the handler waits"));
    await call.cancel();
    expect((await call.ended).code).toBe("Canceled");
    await until("it was told", () => kernelLog(plugin).some(({ message }) => message === "the handler's last words"));
    await plugin.ping();
  });

  test("cancels it between two events, and the generator's finally runs", async () => {
    const plugin = await launch();
    await plugin.serve(1);
    const call = invoke(plugin, "finishing");
    await call.until(3);
    await call.cancel();
    expect((await call.ended).code).toBe("Canceled");
    await until("finally runs", () => kernelLog(plugin).some(({ message }) => message === "finally ran"));
  });

  test("cancels it under back-pressure, and the generator's finally runs", async () => {
    const plugin = await launch();
    await plugin.serve(1);
    const call = invoke(plugin, "flooding", {}, { sizes: true });
    await call.until(50);
    await call.cancel();
    expect((await call.ended).code).toBe("Canceled");
    await until("finally runs", () => kernelLog(plugin).some(({ message }) => message === "finally ran"));
    expect(resultOf(await invoke(plugin, "talk", { say: "hi" }).ended)).toEqual({ ok: true });
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
