import { afterAll, describe, expect, test } from "@jest/globals";
import { ToolErrorCategory as Category } from "@plugwright/protocol/tool";
import { abortReason } from "../../src/operation/errors.js";
import { inProcess } from "../support/in-process.js";
import { onEachLane } from "../support/lanes.js";
import { until } from "../support/until.js";
import { chunk, outcome, plugin } from "./ends-plugin.js";

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const { call, runtime } = inProcess(plugin);
afterAll(() => runtime.close());

describe("a reader that is too slow", () => {
  test("still gets the report and the terminal event; the call's slot is free before", async () => {
    let read: () => void = () => undefined;
    const reading = new Promise<void>((resolve) => {
      read = resolve;
    });
    let events = 0;
    const running = call("floods", {}, { onEvent: () => (++events === 1 ? reading : undefined) });
    await until("the handler holds its lock", () => events === 1);
    expect((await call("takes_lock")).names).toBe("e");
    let names = "";
    const took = await until("its slot is free", () => {
      void call("takes_lock").then((other) => {
        names = other.names;
      });
      return names === "r";
    });
    console.info(`slot free ${Math.round(took)} ms after a limit of 150 ms (promised: 1000)`);
    read();
    const { last, events: seen } = await running;
    expect(last?.case === "error" && last.value.category).toBe(Category.TIMEOUT);
    expect(seen.at(-2)?.value).toMatchObject({ payload: { did: ["began"] } });
  });

  test("gets the result of a handler that was done in time", async () => {
    const { names } = await call("quick", {}, { onEvent: () => pause(150) });
    expect(names).toMatch(/^oa?ar$|^oar$/);
  });

  test("is no trouble to any number of senders that await", async () => {
    const { last, events } = await call("workers", {}, { onEvent: () => pause(1) });
    expect(last?.case).toBe("result");
    const bytes = events.reduce((sum, event) => sum + (event.case === "outputChunk" ? event.value.data.length : 0), 0);
    expect(bytes).toBe(100 * chunk.length);
  });

  test("rejects what the handler awaits when the call is cancelled", async () => {
    const abort = new AbortController();
    const running = call(
      "waits_for_reader",
      {},
      { signal: abort.signal, onEvent: () => pause(abort.signal.aborted ? 0 : 50) },
    );
    await pause(120);
    abort.abort(abortReason("cancelled"));
    await running;
    expect(outcome.rejected).toBe(abort.signal.reason);
  });
});

describe("an end that comes early", () => {
  test("while the arguments are checked: the handler does not run", async () => {
    const abort = new AbortController();
    const running = call("slow_check", { a: "x" }, { signal: abort.signal });
    await pause(20);
    abort.abort(abortReason("cancelled"));
    expect((await running).names).toBe("e");
    await pause(200);
    expect(outcome.ran).toBe(0);
  });

  test("by shutdown leaves half a second to roll back, also far from the deadline", async () => {
    const abort = new AbortController();
    const running = call("rolls_back", {}, { signal: abort.signal, timeoutMs: 60_000 });
    await pause(20);
    abort.abort(abortReason("shutdown"));
    const { last } = await running;
    expect(last?.case === "error" && last.value.details).toEqual({ did: ["rolled back"] });
  });

  test.each(["reports_much", "reports_much_quietly"])(
    "%s: a report of any length is cut, and the category stays",
    async (name) => {
      const abort = new AbortController();
      const running = call(name, {}, { signal: abort.signal });
      await pause(50);
      abort.abort(abortReason("cancelled"));
      const { last, events } = await running;
      if (last?.case !== "error") throw new Error("no error");
      expect(last.value.category).toBe(Category.CANCELLED);
      const report = events.length > 1 ? events[0] : last;
      const text = JSON.stringify(report?.value);
      expect(text.length).toBeLessThan(200_000);
      expect(text).toContain("and 8900 more");
    },
  );
});

const module = new URL("ends-plugin.ts", import.meta.url);

await onEachLane("the end of a call", (lane) => {
  const { call, log } = lane.serve({ plugin, module });

  describe("what a handler does after the end", () => {
    test("locks nothing", async () => {
      expect((await call("locks_late")).names).toBe("r");
      const tried = () => log().filter(({ message }) => message.startsWith("locking failed"));
      await until("it tried", () => tried().length > 0);
      expect(tried().map(({ message }) => message)).toEqual(["locking failed: cancelled"]);
      expect((await call("takes_late")).names).toBe("r");
    });
  });

  test("an end by something that cannot even be looked at is one error", async () => {
    const { last, names } = await call("throws_trap");
    expect(names).toBe("e");
    expect(last?.case === "error" && last.value.category).toBe(Category.UNKNOWN);
  });

  describe("senders that await", () => {
    test("are never too fast, however many there are", async () => {
      const { last, events } = await call("workers");
      expect(last?.case).toBe("result");
      const bytes = events.reduce(
        (sum, event) => sum + (event.case === "outputChunk" ? event.value.data.length : 0),
        0,
      );
      expect(bytes).toBe(100 * chunk.length);
    });

    test("may send any amount at once, and progress beside it", async () => {
      const { last, events } = await call("one_large");
      expect(last?.case).toBe("result");
      const bytes = events.reduce(
        (sum, event) => sum + (event.case === "outputChunk" ? event.value.data.length : 0),
        0,
      );
      expect(bytes).toBe(20 * 1024 * 1024);
      for (const event of events) {
        if (event.case === "outputChunk") expect(event.value.data.length).toBeLessThanOrEqual(64 * 1024);
      }
    });
  });

  test("a yielded object that is two events at once is refused", async () => {
    const { last } = await call("two_in_one");
    expect(last?.case === "error" && last.value.message).toMatch(
      /^the generator yielded something that is not one event/,
    );
  });

  test("a working directory that is relative itself counts as none: never the process's own", async () => {
    const { last } = await call("where", {}, { workingDirectory: "sub/dir" });
    expect(last?.case === "error" && last.value.category).toBe(Category.INVALID_ARGUMENTS);
  });

  test("of what fails only what nobody foresaw is logged as an error, with the call", async () => {
    const errors = () => log().filter(({ level }) => level === "error");
    await until("the error is there", () => errors().length > 0);
    expect(errors()).toEqual([
      expect.objectContaining({
        message: "the handler failed: handler threw Trap without a message",
        fields: { error: "(cannot be read)", call_id: "call-1", operation: "throws_trap" },
      }),
    ]);
  });
});
