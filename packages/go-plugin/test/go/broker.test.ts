import { expect, test } from "@jest/globals";
import { describeWithGo } from "../../../../interop/driver/go.js";
import { doing, setUp } from "./support.js";

const tell = "/interop.v1.Callback/Tell";

await describeWithGo("a plugin calls the real host back", () => {
  const { launch } = setUp();

  const callBack = (more: object = {}) => ({
    method: doing,
    messages: [{ do: "call back", broker: 1, text: "hi", ...more }],
  });

  test.each([false, true])("over the broker, AutoMTLS: %p", async (autoMtls) => {
    const plugin = await launch({ autoMtls });
    await plugin.ping();
    await plugin.serve(1, { answers: { [tell]: { heard: true } } });
    const { code, messages } = await plugin.call(callBack({ count: 3 }));
    expect([code, messages]).toEqual(["OK", [{ answers: [{ heard: true }, { heard: true }, { heard: true }] }]]);
    expect(plugin.callbacks.map(({ broker, method, message }) => [broker, method, message])).toEqual(
      [0, 1, 2].map((call) => [1, tell, { text: "hi", call }]),
    );
    expect(await plugin.kill()).toMatchObject({ exited: true, graceful: true });
  });

  test("and waits for a host that tells three seconds later where it serves", async () => {
    const plugin = await launch();
    const call = plugin.call(callBack());
    await plugin.serve(1, { delayMs: 3000 });
    const { code, ms } = await call;
    expect(code).toBe("OK");
    expect(ms).toBeGreaterThan(2900);
    await plugin.kill();
  }, 20_000);

  test("and finds one that told it long before", async () => {
    const plugin = await launch();
    await plugin.serve(1);
    await new Promise((resolve) => setTimeout(resolve, 6000));
    expect(await plugin.call(callBack())).toMatchObject({ code: "OK" });
    await plugin.kill();
  }, 20_000);

  test("and is told after five seconds that the host has not", async () => {
    const plugin = await launch();
    expect(await plugin.call(callBack())).toMatchObject({
      code: "Unavailable",
      text: "the host has not told within 5 s where it serves number 1 of the broker",
    });
    // Afterwards it works all the same.
    await plugin.serve(1);
    expect(await plugin.call(callBack())).toMatchObject({ code: "OK" });
    await plugin.kill();
  }, 20_000);

  test("and stops waiting when its caller does", async () => {
    const plugin = await launch();
    const { code, ms } = await plugin.call({ ...callBack(), timeoutMs: 500 });
    expect(code).toBe("DeadlineExceeded");
    expect(ms).toBeLessThan(2000);
    await plugin.kill();
  });

  test.each([false, true])("and connects again when it has closed the connection, AutoMTLS: %p", async (autoMtls) => {
    const plugin = await launch({ autoMtls });
    await plugin.serve(1);
    expect(await plugin.call(callBack({ count: 3, reconnect: true }))).toMatchObject({ code: "OK" });
    expect(plugin.callbacks).toHaveLength(3);
    await plugin.kill();
  });

  test("and takes the host's last word when it serves a number twice", async () => {
    const plugin = await launch();
    await plugin.serve(1, { answers: { [tell]: { server: "first" } } });
    await plugin.serve(1, { answers: { [tell]: { server: "second" } } });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect((await plugin.call(callBack())).messages).toEqual([{ answers: [{ server: "second" }] }]);
    await plugin.kill();
  });

  test("under fifty numbers at once", async () => {
    const plugin = await launch();
    const numbers = Array.from({ length: 50 }, (_, index) => index + 1);
    const calls = numbers.map((broker) => plugin.call(callBack({ broker, text: `to ${broker}` })));
    await Promise.all(numbers.map((broker) => plugin.serve(broker)));
    expect((await Promise.all(calls)).map(({ code }) => code)).toEqual(numbers.map(() => "OK"));
    expect(plugin.callbacks.map(({ broker, message }) => [broker, message])).toEqual(
      expect.arrayContaining(numbers.map((broker) => [broker, { text: `to ${broker}`, call: 0 }])),
    );
    await plugin.kill();
  }, 30_000);
});
