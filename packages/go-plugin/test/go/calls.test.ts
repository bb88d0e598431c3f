import { expect, test } from "@jest/globals";
import { describeWithGo } from "../../../../interop/driver/go.js";
import { doing, echo, setUp, streaming } from "./support.js";

const mebibyte = 1024 * 1024;

await describeWithGo("the real host calls a plugin", () => {
  const { launch } = setUp();

  test("a service that is not served is UNIMPLEMENTED, and so is a method", async () => {
    const plugin = await launch();
    for (const method of ["/interop.v1.Unserved/Echo"]) {
      expect(await plugin.call({ method })).toMatchObject({
        code: "Unimplemented",
        text: "this plugin does not serve that",
      });
    }
    await plugin.kill();
  });

  test("a stream comes in order", async () => {
    const plugin = await launch();
    const { code, messages } = await plugin.call({ method: streaming, messages: [{ do: "count", count: 500 }] });
    expect(code).toBe("OK");
    expect(messages).toEqual(Array.from({ length: 500 }, (_, index) => ({ index })));
    await plugin.kill();
  });

  test("a hundred calls at once", async () => {
    const plugin = await launch();
    const calls = Array.from({ length: 100 }, (_, call) =>
      plugin.call({ method: streaming, messages: [{ do: "count", count: call }] }),
    );
    expect((await Promise.all(calls)).map(({ code, messages }) => [code, messages.length])).toEqual(
      Array.from({ length: 100 }, (_, call) => ["OK", call]),
    );
    expect(plugin.log.filter((line) => line["@message"].includes("Warning"))).toEqual([]);
    await plugin.kill();
  });

  test("64 MiB each way, with the limit raised", async () => {
    const plugin = await launch({ variables: { PROBE_LIMIT_MIB: "65" } });
    const fill = { field: "value", bytes: 64 * mebibyte };
    const { code, sizes } = await plugin.call({ method: echo, fill, sizes: true });
    expect([code, sizes]).toEqual(["OK", [64 * mebibyte + 5]]);
    expect(await plugin.kill()).toMatchObject({ graceful: true });
  }, 60_000);

  test("4 MiB and a byte are too much at the default, and the connection stays usable", async () => {
    const plugin = await launch();
    for (let round = 0; round < 3; round++) {
      const fill = { field: "value", bytes: 4 * mebibyte + 1 };
      expect(await plugin.call({ method: echo, fill, sizes: true })).toMatchObject({ code: "ResourceExhausted" });
      await plugin.ping();
    }
    const fits = await plugin.call({ method: echo, fill: { field: "value", bytes: 4 * mebibyte - 5 }, sizes: true });
    expect(fits).toMatchObject({ code: "OK", sizes: [4 * mebibyte] });
    expect(await plugin.kill()).toMatchObject({ graceful: true });
  }, 60_000);

  test("a message that is too large does not wedge the plugin, however often it comes", async () => {
    const plugin = await launch();
    for (let round = 0; round < 4; round++) {
      const fill = { field: "value", bytes: 64 * mebibyte };
      expect(await plugin.call({ method: echo, fill, sizes: true })).toMatchObject({ code: "ResourceExhausted" });
    }
    await plugin.ping();
    expect(await plugin.kill()).toMatchObject({ graceful: true });
  }, 120_000);

  test("a caller that cancels is told so, and the handler unwinds", async () => {
    const plugin = await launch();
    for (const order of ["wait", "flood"]) {
      const call = plugin.start({ method: streaming, messages: [{ do: order }], sizes: true });
      await call.until(1);
      await call.cancel();
      expect(await call.ended).toMatchObject({ code: "Canceled" });
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect((await plugin.call({ method: doing, messages: [{ do: "unwound" }] })).messages).toEqual([{ unwound: 2 }]);
    await plugin.kill();
  });

  test("a deadline reaches the handler and ends the call", async () => {
    const plugin = await launch();
    const told = await plugin.call({ method: doing, messages: [{ do: "timeout" }], timeoutMs: 60_000 });
    const [{ ms, aborted }] = told.messages as [{ ms: number; aborted: boolean }];
    expect(aborted).toBe(false);
    expect(ms).toBeGreaterThan(50_000);
    expect(ms).toBeLessThanOrEqual(60_000);
    const late = await plugin.call({ method: streaming, messages: [{ do: "wait" }], timeoutMs: 300 });
    expect(late.code).toBe("DeadlineExceeded");
    await plugin.kill();
  });

  test.each([500, 600, 720, 9000])("a deadline of %p hours does not expire at once", async (hours) => {
    const plugin = await launch();
    const { code, messages } = await plugin.call({
      method: doing,
      messages: [{ do: "timeout" }],
      timeoutMs: hours * 3_600_000,
    });
    expect([code, messages]).toEqual(["OK", [expect.objectContaining({ aborted: false })]]);
    await plugin.kill();
  });

  test("a message with a field from a later version is taken", async () => {
    const plugin = await launch();
    const { code } = await plugin.call({ method: echo, messages: ["aGVsbG8="], unknown: true });
    expect(code).toBe("OK");
    await plugin.kill();
  });

  test("a failure keeps its code and text", async () => {
    const plugin = await launch();
    expect(await plugin.call({ method: doing, messages: [{ do: "fail", text: "nein, schön" }] })).toMatchObject({
      code: "PermissionDenied",
      text: "nein, schön",
    });
    await plugin.kill();
  });

  test.each([["crash"], ["exit"]])("a plugin that ends in the middle of a call (%s) is Unavailable", async (order) => {
    const plugin = await launch();
    const waiting = plugin.start({ method: streaming, messages: [{ do: "wait" }] });
    await waiting.until(1);
    const call = plugin.call({ method: doing, messages: [{ do: order, count: 7 }] });
    expect((await call).code).toBe("Unavailable");
    expect((await waiting.ended).code).toBe("Unavailable");
    expect((await plugin.call({ method: echo })).code).toBe("Unavailable");
    while (!(await plugin.exited()));
    await plugin.kill();
  });
});
