import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { verifies } from "../../../sdk/test/verifies.js";
import { virtualClock } from "../virtual-clock.js";
import { mayOverlap } from "./overlap.js";
import { createScheduler, type Entry, type LockRequest } from "./scheduler.js";

const safe = { safe: true, keyFields: [] };
const keyed = { safe: true, keyFields: ["path"] };
const unsafe = { safe: false, keyFields: [] };
const unsafeKeyed = { safe: false, keyFields: ["path"] };

const request = (of: Partial<LockRequest> & { readonly path?: string } = {}): LockRequest => {
  const { path, ...rest } = of;
  const args = path === undefined ? {} : { path };
  return { provider: "files", operation: "edit", interactive: false, concurrency: keyed, args, ...rest };
};

const never = () => new AbortController().signal;

/** Which of the calls have begun when all were asked for, in their order, and none has ended. */
async function begun(...requests: readonly LockRequest[]): Promise<boolean[]> {
  const { started, settle } = run(requests);
  await settle();
  return started();
}

function run(requests: readonly LockRequest[]) {
  const clock = virtualClock();
  const scheduler = createScheduler(clock);
  const entries: (Entry | undefined)[] = requests.map(() => undefined);
  for (const [index, of] of requests.entries()) {
    void scheduler.enter(of, never()).then((entry) => {
      entries[index] = entry;
    });
  }
  return { clock, entries, started: () => entries.map((entry) => entry !== undefined), settle: clock.settle };
}

describe("with the key path", () => {
  test("two edits of a.go run one after the other", async () => {
    verifies("TOOL-34", "TOOL-36");
    const { entries, started, settle, clock } = run([request({ path: "a.go" }), request({ path: "a.go" })]);
    await clock.advance(50);
    expect(started()).toEqual([true, false]);
    entries[0]?.release();
    await settle();
    expect(entries[1]?.waited).toEqual({ ms: 50, behind: ["edit"] });
  });

  test("a.go and b.go at the same time", async () => {
    verifies("TOOL-35", "TOOL-36");
    expect(await begun(request({ path: "a.go" }), request({ path: "b.go" }))).toEqual([true, true]);
  });

  test("a.go by another tool, or in another provider, as well", async () => {
    verifies("TOOL-34", "TOOL-35");
    const a = request({ path: "a.go" });
    expect(await begun(a, { ...a, operation: "write" }, { ...a, provider: "other" })).toEqual([true, true, true]);
  });
});

test("what is not safe runs alone in its provider, and nothing of it beside it", async () => {
  verifies("TOOL-30");
  const shell = request({ operation: "shell", concurrency: unsafe });
  expect(await begun(shell, request({ concurrency: safe }), request({ path: "a" }))).toEqual([true, false, false]);
  expect(await begun(request({ concurrency: safe }), shell)).toEqual([true, false]);
  expect(await begun(shell, { ...shell, provider: "other" })).toEqual([true, true]);
});

test("what is safe without a key never waits for its like", async () => {
  verifies("TOOL-31");
  const read = request({ operation: "read", concurrency: safe, path: "a" });
  expect(await begun(read, read, request({ path: "a" }), read)).toEqual([true, true, true, true]);
});

test("without a spec it is not safe", async () => {
  verifies("TOOL-37");
  const old = request({ operation: "old", concurrency: undefined });
  expect(await begun(old, request({ concurrency: safe }))).toEqual([true, false]);
  expect(await begun(request({ concurrency: safe }), old)).toEqual([true, false]);
});

test("key fields mean nothing on what is not safe", async () => {
  verifies("TOOL-30", "TOOL-32");
  const odd = request({ operation: "odd", concurrency: unsafeKeyed, path: "a" });
  expect(await begun(odd, { ...odd, args: { path: "b" } }, request({ path: "c" }))).toEqual([true, false, false]);
});

test("interactive calls run one by one over all providers, whatever their spec, and keep nobody else waiting", async () => {
  verifies("TOOL-42", "TOOL-41");
  const ask = request({ operation: "ask", interactive: true, concurrency: safe });
  expect(await begun(ask, { ...ask, provider: "other" }, request({ path: "a" }))).toEqual([true, false, true]);
  expect(await begun(request({ concurrency: unsafe }), ask)).toEqual([true, true]);
});

test("a call that is to run alone does, whatever its spec", async () => {
  const alone = request({ concurrency: safe, alone: true });
  expect(await begun(request({ concurrency: safe }), alone)).toEqual([true, false]);
});

test("whoever waits is overtaken by nobody: later shared calls stand behind an exclusive one that waits", async () => {
  verifies("RUN-45");
  const read = request({ operation: "read", concurrency: safe });
  const shell = request({ operation: "shell", concurrency: unsafe });
  const { entries, started, settle } = run([read, shell, read, read]);
  await settle();
  expect(started()).toEqual([true, false, false, false]);
  entries[0]?.release();
  await settle();
  expect(started()).toEqual([true, true, false, false]);
  expect(entries[1]?.waited.behind).toEqual(["read"]);
  entries[1]?.release();
  await settle();
  expect(started()).toEqual([true, true, true, true]);
  expect(entries[3]?.waited.behind).toEqual(["read", "shell"]);
  expect(await begun(read, read, shell)).toEqual([true, true, false]);
});

test("giving back twice gives back once", async () => {
  const shell = request({ concurrency: unsafe });
  const { entries, started, settle } = run([shell, shell, shell]);
  await settle();
  entries[0]?.release();
  entries[0]?.release();
  await settle();
  expect(started()).toEqual([true, true, false]);
});

test("a call that is cancelled while it waits leaves the queue, and with a signal that has aborted never enters it", async () => {
  const clock = virtualClock();
  const scheduler = createScheduler(clock);
  const shell = request({ operation: "shell", concurrency: unsafe });
  const first = await scheduler.enter(shell, never());
  const stop = new AbortController();
  const second = scheduler.enter(shell, stop.signal);
  const third = scheduler.enter(request({ concurrency: safe }), never());
  stop.abort(new Error("enough"));
  await expect(second).rejects.toThrow("enough");
  await expect(scheduler.enter(shell, stop.signal)).rejects.toThrow("enough");
  first.release();
  expect((await third).waited.behind).toEqual(["shell"]);
  (await third).release();
  expect((await scheduler.enter(shell, never())).waited).toEqual({ ms: 0, behind: [] });
});

test("whoever stood behind a call that leaves the queue is let in, if nothing else is in its way", async () => {
  const scheduler = createScheduler(virtualClock());
  const read = request({ operation: "read", concurrency: safe });
  await scheduler.enter(read, never());
  const stop = new AbortController();
  const shell = scheduler.enter(request({ operation: "shell", concurrency: unsafe }), stop.signal);
  const second = scheduler.enter(read, never());
  stop.abort(new Error("enough"));
  await expect(shell).rejects.toThrow("enough");
  expect((await second).waited.behind).toEqual(["read", "shell"]);
});

test("a call that is cancelled while it runs keeps its locks until it has ended", async () => {
  const scheduler = createScheduler(virtualClock());
  const shell = request({ operation: "shell", concurrency: unsafe });
  const stop = new AbortController();
  const entry = await scheduler.enter(shell, stop.signal);
  stop.abort();
  expect(scheduler.behind(shell)).toEqual(["shell"]);
  entry.release();
  expect(scheduler.behind(shell)).toEqual([]);
});

test("a call that is cancelled while it waits for its key lets go of its share of the provider", async () => {
  const scheduler = createScheduler(virtualClock());
  const edit = request({ path: "a.go" });
  const first = await scheduler.enter(edit, never());
  const stop = new AbortController();
  const second = scheduler.enter(edit, stop.signal);
  const shell = scheduler.enter(request({ operation: "shell", concurrency: unsafe }), never());
  stop.abort(new Error("enough"));
  await expect(second).rejects.toThrow("enough");
  first.release();
  (await shell).release();
  expect(scheduler.behind(edit)).toEqual([]);
});

describe("whatever the specs and calls are", () => {
  const requests = fc.record({
    provider: fc.constantFrom("p", "q"),
    operation: fc.constantFrom("a", "b"),
    interactive: fc.constantFrom(false, false, false, true),
    concurrency: fc.constantFrom(undefined, safe, unsafe, unsafeKeyed, keyed, {
      safe: true,
      keyFields: ["path", "other"],
    }),
    args: fc.record({ path: fc.constantFrom("x", "y") }),
    alone: fc.constantFrom(undefined, undefined, true),
  });
  /** Asks for a call, cancels one that waits or runs, or ends one that runs: which one is told by the number. */
  const steps = fc.array(
    fc.oneof(
      { weight: 4, arbitrary: fc.record({ ask: requests }) },
      { weight: 2, arbitrary: fc.record({ cancel: fc.nat() }) },
      { weight: 3, arbitrary: fc.record({ end: fc.nat() }) },
    ),
    { maxLength: 40, size: "max" },
  );

  interface Asked {
    readonly request: LockRequest;
    readonly stop: AbortController;
    /** Those who ran or waited when it came. */
    readonly ahead: readonly Asked[];
    entry?: Entry;
    state: "waits" | "runs" | "is over";
  }

  test("a call waits as long as one that came before it and that it must not meet, never for another; nothing is left", async () => {
    verifies("TOOL-30", "TOOL-31", "TOOL-34", "TOOL-35", "TOOL-42", "RUN-45");
    await fc.assert(
      fc.asyncProperty(steps, async (of) => {
        const scheduler = createScheduler(virtualClock());
        const calls: Asked[] = [];
        const broken: string[] = [];
        const running = () => calls.filter(({ state }) => state === "runs");
        const waiting = () => calls.filter(({ state }) => state === "waits");
        const turn = async (): Promise<void> => {
          await new Promise((resolve) => setImmediate(resolve));
          // So it has begun when the N calls that were ahead of it have ended, in whatever order, if not before.
          const idle = waiting().filter(
            ({ ahead, request }) =>
              !ahead.some((other) => other.state !== "is over" && !mayOverlap(other.request, request)),
          );
          if (idle.length > 0) broken.push("a call waits for one that it may meet, or for nobody");
        };
        const end = (call: Asked | undefined): void => {
          if (call === undefined) return;
          call.state = "is over";
          call.entry?.release();
        };
        const cancel = (call: Asked | undefined): void => {
          if (call === undefined) return;
          // One that runs keeps its locks: they are given back when it has ended.
          if (call.state === "waits") call.state = "is over";
          call.stop.abort();
        };
        const ask = (request: LockRequest): void => {
          const ahead = [...running(), ...waiting()];
          const call: Asked = { request, stop: new AbortController(), ahead, state: "waits" };
          calls.push(call);
          void scheduler.enter(request, call.stop.signal).then(
            (entry) => {
              if (call.state !== "waits") broken.push("a call begins that was cancelled");
              if (running().some((other) => !mayOverlap(other.request, request))) broken.push("two calls meet");
              const passed = ahead.some(
                ({ request: other, state }) => state === "waits" && !mayOverlap(other, request),
              );
              if (passed) broken.push("a call overtakes one that it must not meet");
              call.entry = entry;
              call.state = "runs";
            },
            () => {
              if (call.state === "waits") broken.push("a call is refused that was not cancelled");
            },
          );
        };
        for (const step of of) {
          if ("ask" in step) ask(step.ask);
          else if ("end" in step) end(pick(running(), step.end));
          else cancel(pick([...waiting(), ...running()], step.cancel));
          await turn();
        }
        for (; running().length > 0; await turn()) end(running()[0]);
        expect(broken).toEqual([]);
        expect(waiting()).toEqual([]);
        for (const provider of ["p", "q"]) {
          expect(scheduler.behind(request({ provider, concurrency: unsafe }))).toEqual([]);
          expect(scheduler.behind(request({ provider, interactive: true }))).toEqual([]);
        }
      }),
      { numRuns: 500 },
    );
  }, 120_000);

  const pick = (of: readonly Asked[], number: number): Asked | undefined => of[number % Math.max(1, of.length)];
});
