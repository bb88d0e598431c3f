import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { ToolErrorCategory } from "@plugwright/protocol/tool";
import { type Caller, collect, services, type TestClient, terminal } from "./clients.js";
import type { Note } from "./fixture.js";
import { until } from "./until.js";

/** A way to serve the fixture, and the clients that reach it there. */
export interface FixtureLane {
  readonly clients: readonly string[];
  start(): Promise<RunningFixture>;
}

/** The fixture, wherever it runs. */
export interface RunningFixture {
  /** Opens a connection of its own. */
  connect(client: string): TestClient;
  /** What the handler of a call has noted, as far as it is known here. */
  noteOf(id: string): Note;
  close(): Promise<void>;
}

/** What a call looks like from outside, which is the same on every lane, for both services. */
export function testCalls(lane: FixtureLane): void {
  let running: RunningFixture;
  beforeAll(async () => {
    running = await lane.start();
  });
  afterAll(() => running.close());

  const combinations = Object.entries(services).flatMap(([service, caller]) =>
    lane.clients.map((client) => ({ service, client, caller })),
  );
  let calls = 0;
  const nextId = () => `call ${++calls}`;

  describe.each(combinations)("$service over $client", ({ caller, client }) => {
    let connection: TestClient;
    let to: Caller;
    beforeAll(() => {
      connection = running.connect(client);
      to = caller(connection.transport);
    });
    afterAll(() => connection.vanish());

    test.each(["every_event", "every_event_sent"])("%s: all events in the order of the call", async (name) => {
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
      await until("the handler starts", () => running.noteOf(id).started);
      const at = Date.now();
      abort.abort();
      await expect(events).rejects.toMatchObject({ code: 1 });
      await until("the signal aborts", () => running.noteOf(id).aborted !== undefined);
      expect(running.noteOf(id).aborted).toBe("cancelled");
      expect((running.noteOf(id).abortedAt ?? 0) - at).toBeLessThan(400);
    });

    test("a cancel between two events runs the generator's finally", async () => {
      const id = nextId();
      const abort = new AbortController();
      await expect(async () => {
        for await (const event of to.invoke("polite", {}, { id, signal: abort.signal })) {
          if (event.text === "step 3") abort.abort();
        }
      }).rejects.toMatchObject({ code: 1 });
      await until("finally runs", () => running.noteOf(id).finallyRan);
      expect(running.noteOf(id).aborted).toBe("cancelled");
    });

    test("a cancel under back-pressure runs the generator's finally", async () => {
      const id = nextId();
      const abort = new AbortController();
      const iterator = to.invoke("flood", {}, { id, signal: abort.signal })[Symbol.asyncIterator]();
      await iterator.next();
      let produced = 0;
      let since = 0;
      await until("the reader's slowness stops the handler", () => {
        const before = produced;
        produced = running.noteOf(id).produced;
        if (produced !== before) since = Date.now();
        // Longer than a note takes from another process.
        return produced > 0 && Date.now() - since > 200;
      });
      abort.abort();
      await until("finally runs", () => running.noteOf(id).finallyRan);
      await expect(iterator.next()).rejects.toMatchObject({ code: 1 });
    });

    test("a client that vanishes ends its call, and only its own", async () => {
      const [gone, stays] = [nextId(), nextId()];
      const other = running.connect(client);
      const remaining = collect(to.invoke("tagged", { tag: stays }, { id: stays }));
      const lost = collect(caller(other.transport).invoke("polite", {}, { id: gone }));
      lost.catch(() => undefined);
      await until("the handler runs", () => running.noteOf(gone).produced > 2);
      other.vanish();
      await until("finally runs", () => running.noteOf(gone).finallyRan);
      expect(running.noteOf(gone).aborted).toBe("cancelled");
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
        // Counted from when the handler could begin.
        text: expect.stringMatching(/^the call ran out of time: it had (?:2|[01]\.\d) s$/),
      });
      // What another process notes is known here a moment later.
      await until("finally runs", () => running.noteOf(id).finallyRan);
      expect(running.noteOf(id).aborted).toBe("deadline");
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
      const first = terminal(to.invoke("locked", { key: id, step: "hold" }, { id }));
      await until("the first holds it", () => running.noteOf(id).started);
      expect(await terminal(to.invoke("locked", { key: id, step: "pass" }))).toMatchObject({
        category: ToolErrorCategory.CONCURRENCY_CONFLICT,
        retryable: true,
      });
      await terminal(to.invoke("locked", { key: id, step: "release" }));
      expect(await first).toMatchObject({ name: "result" });
      expect(await terminal(to.invoke("locked", { key: id, step: "pass" }))).toMatchObject({ name: "result" });
    });
  });
}
