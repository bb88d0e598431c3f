import { expect, test } from "@jest/globals";
import { definePlugin, type StreamEvent, type StreamingCall, ToolError, tool } from "@plugwright/sdk";
import fc from "fast-check";
import * as z from "zod";
import { inProcess } from "../support/in-process.js";

/** From the chapter on events: any lead-up, exit_status at most once, one result or error, which closes. */
const legal = /^[opa]*x?[opa]*[re]$/;

type Step = "progress" | "output" | "outputAwaited" | "partial" | "partialAwaited" | "badPartial" | "pause" | "throw";
const steps: readonly Step[] = ["progress", "output", "outputAwaited", "partial", "partialAwaited", "pause"];
const plan = fc.record({
  steps: fc.array(fc.constantFrom<Step>(...steps, "badPartial", "throw"), { maxLength: 20 }),
  generator: fc.boolean(),
  late: fc.boolean(),
  badResult: fc.boolean(),
  slow: fc.boolean(),
  abortAfter: fc.option(fc.nat(6), { nil: undefined }),
});
type Plan = typeof plan extends fc.Arbitrary<infer T> ? T : never;

let current: Plan;
const tick = () => new Promise<void>((resolve) => setImmediate(resolve));

async function perform(step: Step, call: StreamingCall): Promise<void> {
  switch (step) {
    case "progress":
      return call.progress("p", 7);
    case "output":
      return void call.output("o");
    case "outputAwaited":
      return call.output("o");
    case "partial":
      return void call.partial({ a: 1 });
    case "partialAwaited":
      return call.partial({ a: 1 });
    case "badPartial":
      return call.partial({ nan: Number.NaN });
    case "pause":
      return tick();
    case "throw":
      throw new ToolError("not_found", "thrown on purpose");
  }
}

function yielded(step: Step): StreamEvent | undefined {
  if (step === "progress") return { progress: "p" };
  if (step === "output" || step === "outputAwaited") return { output: "o" };
  if (step === "partial" || step === "partialAwaited") return { partial: { a: 1 } };
  return step === "badPartial" ? { partial: { nan: Number.NaN } } : undefined;
}

function finish(call: StreamingCall): { ok: boolean } {
  const { late, badResult } = current;
  if (late) {
    setImmediate(() => {
      call.progress("late");
      void call.output("late");
      void call.partial({ late: true });
    });
  }
  return badResult ? JSON.parse('{"ok":"no"}') : { ok: true };
}

async function sends(_args: object, call: StreamingCall) {
  for (const step of current.steps) await perform(step, call);
  return finish(call);
}

async function* yields(_args: object, call: StreamingCall) {
  for (const step of current.steps) {
    const event = yielded(step);
    if (event === undefined) await perform(step, call);
    else yield event;
  }
  return finish(call);
}

const base = tool("random")
  .describe("runs a random plan")
  .input(z.object({}))
  .output(z.object({ ok: z.boolean() }));
const plugin = definePlugin({
  name: "random",
  version: "1.0.0",
  source: "github.com/plugwright/random",
  tools: [
    base
      .reads()
      .streams()
      .run((args, call) => (current.generator ? yields(args, call) : sends(args, call))),
  ],
});

test("whatever a handler does, its events are in a legal order and end once", async () => {
  const { call, runtime } = inProcess(plugin);
  await fc.assert(
    fc.asyncProperty(plan, async (random) => {
      current = random;
      const abort = new AbortController();
      let written = 0;
      const { names, last, events } = await call(
        "random",
        {},
        {
          signal: abort.signal,
          async onEvent() {
            if (written++ === random.abortAfter) abort.abort(new ToolError("cancelled", "enough"));
            if (random.slow) await tick();
          },
        },
      );
      expect(names).toMatch(legal);
      const fails = random.badResult || random.steps.includes("throw") || random.steps.includes("badPartial");
      if (!fails && !abort.signal.aborted) {
        const sent = (word: string) => random.steps.filter((step) => step.startsWith(word)).length;
        const bytes = events.reduce(
          (sum, event) => sum + (event.case === "outputChunk" ? event.value.data.length : 0),
          0,
        );
        expect([names.split("a").length - 1, bytes]).toEqual([sent("partial"), sent("output")]);
      }
      if (!abort.signal.aborted) expect(last?.case).toBe(fails ? "error" : "result");
      if (last?.case === "result") expect(last.value.payload).toEqual({ ok: true });
    }),
    { numRuns: 1000 },
  );
  await runtime.close();
});
