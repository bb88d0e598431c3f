import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { ToolErrorCategory } from "@plugwright/protocol/tool";
import { type Listening, listen } from "@plugwright/sdk/node";
import { type Caller, clientKinds, collect, services, type TestClient, terminal } from "../support/clients.js";
import { fixture, noteOf } from "../support/fixture.js";
import { until } from "../support/until.js";
import { verifies } from "../verifies.js";

let listening: Listening;
beforeAll(async () => {
  listening = await listen(fixture, { token: false, log: () => undefined });
});
afterAll(() => listening.close());

const combinations = Object.entries(services).flatMap(([service, caller]) =>
  Object.entries(clientKinds).map(([client, connect]) => ({ service, client, caller, connect })),
);
let calls = 0;
const nextId = () => `call ${++calls}`;

describe.each(combinations)("$service over $client", ({ caller, connect }) => {
  let client: TestClient;
  let to: Caller;
  beforeAll(() => {
    client = connect(listening.url);
    to = caller(client.transport);
  });
  afterAll(() => client.vanish());

  test.each(["every_event", "every_event_sent"])("%s: all events in the order of the call", async (name) => {
    verifies("TOOL-19", "TOOL-24", "TOOL-26", "TOOL-27");
    const events = await collect(to.invoke(name));
    expect(events.map(({ name: event, text, fraction, payload }) => [event, payload ?? (text || fraction)])).toEqual([
      ["progress", "started"],
      ["output_chunk", "one\n"],
      ["output_chunk", "\ufffd\0"],
      ["partial_result", { hit: 1 }],
      ["progress", "done"],
      ["result", { ok: true }],
    ]);
    expect(events.map(({ stream }) => stream).filter((stream) => stream !== undefined)).toEqual([1, 2]);
    expect(events[2]?.data).toEqual(new Uint8Array([0xff, 0x00]));
    expect(events[4]?.fraction).toBe(1);
  });

  test("a cancel reaches a waiting handler, and what it returns then is not sent", async () => {
    const id = nextId();
    const abort = new AbortController();
    const events = collect(to.invoke("stubborn", {}, { id, signal: abort.signal }));
    await until("the handler starts", () => noteOf(id).started);
    const at = performance.now();
    abort.abort();
    await expect(events).rejects.toMatchObject({ code: 1 });
    await until("the signal aborts", () => noteOf(id).aborted !== undefined);
    expect(noteOf(id).aborted).toBe("cancelled");
    expect((noteOf(id).abortedAt ?? 0) - at).toBeLessThan(400);
  });

  test("a cancel between two events runs the generator's finally", async () => {
    const id = nextId();
    const abort = new AbortController();
    await expect(async () => {
      for await (const event of to.invoke("polite", {}, { id, signal: abort.signal })) {
        if (event.text === "step 3") abort.abort();
      }
    }).rejects.toMatchObject({ code: 1 });
    await until("finally runs", () => noteOf(id).finallyRan);
    expect(noteOf(id).aborted).toBe("cancelled");
  });

  test("a cancel under back-pressure runs the generator's finally", async () => {
    const id = nextId();
    const abort = new AbortController();
    const iterator = to.invoke("flood", {}, { id, signal: abort.signal })[Symbol.asyncIterator]();
    await iterator.next();
    let produced = -1;
    await until("the reader's slowness stops the handler", () => {
      const before = produced;
      produced = noteOf(id).produced;
      return produced > 0 && produced === before;
    });
    abort.abort();
    await until("finally runs", () => noteOf(id).finallyRan);
    await expect(iterator.next()).rejects.toMatchObject({ code: 1 });
  });

  test("a client that vanishes ends its call, and only its own", async () => {
    const [gone, stays] = [nextId(), nextId()];
    const other = connect(listening.url);
    const remaining = collect(to.invoke("tagged", { tag: stays }, { id: stays }));
    const lost = collect(caller(other.transport).invoke("polite", {}, { id: gone }));
    lost.catch(() => undefined);
    await until("the handler runs", () => noteOf(gone).produced > 2);
    other.vanish();
    await until("finally runs", () => noteOf(gone).finallyRan);
    expect(noteOf(gone).aborted).toBe("cancelled");
    await expect(lost).rejects.toThrow();
    expect((await remaining).at(-1)).toMatchObject({ name: "result" });
  });

  test("the caller's deadline ends the call with its report and a timeout error", async () => {
    const id = nextId();
    const events = await collect(to.invoke("polite", {}, { id, timeoutMs: 2000 }));
    const [report, error] = events.slice(-2);
    expect(report?.name).toBe("partial_result");
    expect(report?.payload?.["did"]).toEqual(expect.arrayContaining(["step 0", "step 1"]));
    expect(error).toMatchObject({
      name: "error",
      category: ToolErrorCategory.TIMEOUT,
      text: "the call ran out of time: it had 2 s",
    });
    expect(noteOf(id).aborted).toBe("deadline");
    expect(noteOf(id).finallyRan).toBe(true);
  });

  test("the operation's own limit counts when the caller sets none", async () => {
    const error = await terminal(to.invoke("quick_limit", {}, { id: nextId() }));
    expect(error).toMatchObject({ name: "error", category: ToolErrorCategory.TIMEOUT });
  });

  test("50 calls at once do not cross", async () => {
    const tags = Array.from({ length: 50 }, (_, index) => `tag ${index}`);
    const all = await Promise.all(tags.map((tag) => collect(to.invoke("tagged", { tag }, { id: tag }))));
    expect(all).toHaveLength(50);
    for (const [index, events] of all.entries()) {
      const tag = `tag ${index}`;
      expect(events.at(-1)).toMatchObject({ name: "result", payload: { ok: true } });
      const said = events.slice(0, -1).map(({ text, payload }) => payload?.["tag"] ?? text.trim().split("\n").at(0));
      expect(new Set(said)).toEqual(new Set([tag]));
      expect(events.filter(({ payload }) => payload?.["id"] === tag)).toHaveLength(5);
    }
  });

  test("each of two parallel calls has its own working directory and ids", async () => {
    verifies("TOOL-15", "CMD-17", "TOOL-10");
    const [one, two] = await Promise.all(
      ["/srv/one", "/srv/two"].map((workingDirectory) =>
        collect(
          to.invoke("where", {}, { context: { workingDirectory, sessionId: `s${workingDirectory}`, turnId: "t" } }),
        ),
      ),
    );
    expect(one?.[0]?.payload).toEqual({
      directory: "/srv/one",
      resolved: "/srv/one/b.txt",
      session: "s/srv/one",
      turn: "t",
    });
    expect(two?.[0]?.payload).toEqual({
      directory: "/srv/two",
      resolved: "/srv/two/b.txt",
      session: "s/srv/two",
      turn: "t",
    });
    expect(process.cwd()).not.toMatch(/^\/srv/);
  });

  test("without a working directory a relative path is an invalid argument", async () => {
    expect(await terminal(to.invoke("where"))).toMatchObject({
      name: "error",
      category: ToolErrorCategory.INVALID_ARGUMENTS,
      text: 'the path "a/../b.txt" is relative, but the call has no working directory: give an absolute path',
    });
  });

  test("sending without awaiting fails the call with a sentence once too much waits", async () => {
    const error = await terminal(to.invoke("unawaited"));
    expect(error).toMatchObject({ name: "error", category: ToolErrorCategory.EXECUTION_FAILED });
    expect(error.text).toMatch(/^the handler sends faster than its reader takes.*await call\.output\(\)/);
  });

  test("a key that another call holds is a concurrency conflict", async () => {
    const id = nextId();
    const first = terminal(to.invoke("locked", { key: id }, { id }));
    await until("the first holds it", () => noteOf(id).started);
    expect(await terminal(to.invoke("locked", { key: id }))).toMatchObject({
      category: ToolErrorCategory.CONCURRENCY_CONFLICT,
      retryable: true,
    });
    expect(await first).toMatchObject({ name: "result" });
    expect(await terminal(to.invoke("locked", { key: id }))).toMatchObject({ name: "result" });
  });
});
