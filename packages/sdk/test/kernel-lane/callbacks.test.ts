import { expect, test } from "@jest/globals";
import { describeWithGo } from "../../../../interop/driver/go.js";
import { until } from "../support/until.js";
import { verifies } from "../verifies.js";
import { commandRpc, errorOf, field, invoke, kernelLog, kernelRpc, resultOf, setUp, toolRpc } from "./setup.js";

await describeWithGo("a plugin calls the real host back", () => {
  const { launch } = setUp();

  const answers = {
    [kernelRpc("Emit")]: { id: "event-1", sequence: "7" },
    [kernelRpc("CountTokens")]: { count: "12", exact: true },
    [kernelRpc("GetConfig")]: { config: { model: "small" } },
  };

  test("from within Configure: an event, and entries of no session", async () => {
    verifies("RUN-08");
    const plugin = await launch();
    await plugin.serve(1, { answers });
    const configured = await plugin.call({
      method: toolRpc("Configure"),
      messages: [{ config: { setup: "call back" } }],
    });
    expect(configured).toMatchObject({ code: "OK" });
    expect(plugin.callbacks.filter(({ method }) => method === kernelRpc("Emit"))).toEqual([
      expect.objectContaining({
        message: {
          sessionId: "s-0",
          kind: "EVENT_KIND_MESSAGE",
          schemaVersion: "1",
          payload: Buffer.from("set up").toString("base64"),
        },
      }),
    ]);
    await until("the log is there", () => kernelLog(plugin).some(({ message }) => message.includes("sessionId")));
    const log = kernelLog(plugin).filter(({ message }) => message !== "a dependency says hello");
    expect(log.map(({ session, level, message }) => [session, level, message])).toEqual([
      [undefined, "info", "setup runs"],
      [
        undefined,
        "warn",
        "Error: call.kernel.emit: outside of a call with a session the event's sessionId must be given",
      ],
    ]);
  });

  test("from within Invoke, in two sessions at once, each under its own id", async () => {
    verifies("TOOL-14", "RUN-22");
    const plugin = await launch();
    await plugin.serve(1, { answers });
    const sessions = ["s-1", "s-2"];
    const ends = await Promise.all(
      sessions.flatMap((sessionId) => {
        const options = { sessionId, turnId: `turn of ${sessionId}`, id: `call of ${sessionId}` };
        return [
          invoke(plugin, "talk", { lines: 150, say: sessionId }, options).ended,
          invoke(plugin, "emit", { kind: "tool_result", say: sessionId }, options).ended,
        ];
      }),
    );
    expect(ends.map(({ code }) => code)).toEqual(["OK", "OK", "OK", "OK"]);
    const lines = () => kernelLog(plugin).filter(({ message }) => /^s-\d \d+$/.test(message));
    await until("all entries are there", () => lines().length === 300);
    for (const session of sessions) {
      const own = lines().filter(({ message }) => message.startsWith(session));
      expect(own.map(({ message }) => message)).toEqual(Array.from({ length: 150 }, (_, line) => `${session} ${line}`));
      expect(new Set(own.map((entry) => entry.session))).toEqual(new Set([session]));
      expect(own[7]?.fields).toEqual({
        line: 7,
        call_id: `call of ${session}`,
        turn_id: `turn of ${session}`,
        operation: "talk",
      });
    }
    const batches = plugin.callbacks.filter(({ method }) => method === kernelRpc("Log"));
    console.info(`300 entries of two sessions in ${batches.length} batches`);
    expect(batches.length).toBeLessThan(100);
    const emitted = plugin.callbacks.filter(({ method }) => method === kernelRpc("Emit"));
    expect(emitted.map(({ message }) => field(message, "sessionId")).sort()).toEqual(sessions);
    for (const { message } of emitted) {
      expect(Buffer.from(String(field(message, "payload")), "base64").toString()).toBe(field(message, "sessionId"));
    }
  });

  test("from a slash command", async () => {
    verifies("CMD-16");
    const plugin = await launch({ FIXTURE_CATEGORY: "slashcommand" });
    await plugin.serve(1, { answers });
    const callContext = { sessionId: "s-9", turnId: "t-9", workingDirectory: "/tmp" };
    const call = { id: "c-9", name: "greet", arguments: { name: "you" }, callContext };
    expect((await plugin.call({ method: commandRpc("Invoke"), messages: [{ call }] })).code).toBe("OK");
    const greeting = () => kernelLog(plugin).find(({ message }) => message === "hello you");
    await until("the entry is there", () => greeting() !== undefined);
    expect(greeting()).toMatchObject({
      session: "s-9",
      fields: { call_id: "c-9", turn_id: "t-9", operation: "greet" },
    });
    expect(plugin.callbacks.find(({ method }) => method === kernelRpc("Emit"))?.["message"]).toMatchObject({
      sessionId: "s-9",
    });
  });

  test("and gets the answers: an event's number, a count, the configuration", async () => {
    const plugin = await launch();
    await plugin.serve(1, { answers });
    expect(resultOf(await invoke(plugin, "emit", { kind: "message", say: "hi" }).ended)).toEqual({
      id: "event-1",
      sequence: 7,
    });
    expect(resultOf(await invoke(plugin, "ask").ended)).toEqual({
      connected: true,
      count: 12,
      exact: true,
      config: '{"model":"small"}',
    });
    expect(plugin.callbacks.find(({ method }) => method === kernelRpc("CountTokens"))?.["message"]).toEqual({
      content: [{ text: { text: "how many tokens is this?" } }],
    });
  });

  test("but not with a kind of event that there is not, nor without a session", async () => {
    const plugin = await launch();
    await plugin.serve(1, { answers });
    expect(errorOf(await invoke(plugin, "emit", { kind: "EVENT_KIND_MESSAGE", say: "hi" }).ended)).toMatchObject({
      message:
        'call.kernel.emit: "EVENT_KIND_MESSAGE" is no kind of event; use one of message, tool_call, tool_result, plan, ' +
        "apply, context_contribution, memory_write, memory_update, memory_delete, hook_error",
    });
    const call = { id: "call-1", toolName: "emit", arguments: { kind: "message", say: "hi" } };
    expect(errorOf(await plugin.call({ method: toolRpc("Invoke"), messages: [{ call }] }))).toMatchObject({
      message: expect.stringContaining("outside of a call with a session the event's sessionId must be given"),
    });
    expect(plugin.callbacks.filter(({ method }) => method === kernelRpc("Emit"))).toEqual([]);
  });

  test("that tells twice where it serves: its last word counts", async () => {
    const plugin = await launch();
    const serve = (id: string) => plugin.serve(1, { answers: { [kernelRpc("Emit")]: { id, sequence: "1" } } });
    const arrives = () => new Promise((resolve) => setTimeout(resolve, 1000));
    await serve("first");
    await arrives();
    await serve("second");
    await arrives();
    const emitted = await invoke(plugin, "emit", { kind: "message", say: "hi" }).ended;
    expect(resultOf(emitted)).toEqual({ id: "second", sequence: 1 });
  });

  test("that has not told where it serves: a call that waits for it ends at once when it is cancelled", async () => {
    const plugin = await launch();
    await plugin.call({ method: toolRpc("GetSchema") });
    const call = invoke(plugin, "emit", { kind: "message", say: "hi" });
    await new Promise((resolve) => setTimeout(resolve, 300));
    const cancelled = performance.now();
    await call.cancel();
    expect((await call.ended).code).toBe("Canceled");
    // So long that a busy machine still has a quarter of a second for the report.
    const late = await invoke(plugin, "emit", { kind: "message", say: "hi" }, { timeoutMs: 2500 }).ended;
    expect(errorOf(late)).toMatchObject({ category: "TOOL_ERROR_CATEGORY_TIMEOUT" });
    // Not after the five seconds that the kernel would have.
    expect(performance.now() - cancelled).toBeLessThan(4000);
    await plugin.serve(1, { answers });
    expect(resultOf(await invoke(plugin, "emit", { kind: "message", say: "hi" }).ended)).toMatchObject({ sequence: 7 });
  });

  test("that tells three seconds late where it serves: the call is not held up by its log, and no entry is lost", async () => {
    verifies("RUN-03");
    const plugin = await launch();
    await plugin.serve(1, { answers, delayMs: 3000 });
    const { ms, ...end } = await invoke(plugin, "talk", { lines: 3, say: "early" }).ended;
    expect(resultOf({ ms, ...end })).toEqual({ ok: true });
    console.info(`a call whose log waits for the kernel: ${Math.round(ms)} ms`);
    expect(kernelLog(plugin)).toEqual([]);
    const emitted = await invoke(plugin, "emit", { kind: "message", say: "hi" }).ended;
    expect(resultOf(emitted)).toEqual({ id: "event-1", sequence: 7 });
    await until("the entries are there", () => kernelLog(plugin).length >= 3);
    expect(kernelLog(plugin).flatMap(({ message }) => (message.startsWith("early") ? [message] : []))).toEqual([
      "early 0",
      "early 1",
      "early 2",
    ]);
  });

  test("that never tells where it serves: entries reach it by stderr, the first ones after five seconds", async () => {
    const plugin = await launch();
    expect(resultOf(await invoke(plugin, "talk", { lines: 3, say: "nobody" }).ended)).toEqual({ ok: true });
    const lines = (say: string) => plugin.log.filter((line) => line["@message"].startsWith(say));
    expect(lines("nobody")).toEqual([]);
    await until("the entries are there", () => lines("nobody").length === 3);
    expect(lines("nobody")[1]).toMatchObject({
      "@level": "info",
      "@message": "nobody 1",
      line: 1,
      call_id: "call-1",
      session_id: "s-1",
      turn_id: "t-1",
    });
    // From now on nobody waits for it.
    const started = performance.now();
    const refused = errorOf(await invoke(plugin, "emit", { kind: "message", say: "hi" }).ended);
    expect(refused).toMatchObject({ message: expect.stringContaining("the host has not told within") });
    await invoke(plugin, "talk", { lines: 3, say: "later" }).ended;
    await until("the entries are there", () => lines("later").length === 3);
    console.info(`a kernel that tells nothing, the second time: ${Math.round(performance.now() - started)} ms`);
    expect(performance.now() - started).toBeLessThan(4000);
    // Once it does tell, it is found.
    await plugin.serve(1, { answers });
    await until("the kernel is called", () => {
      void invoke(plugin, "talk", { say: "at last" });
      return kernelLog(plugin).length > 0;
    });
  }, 60_000);
});
