import { afterEach, expect, test } from "@jest/globals";
import { command, definePlugin, tool } from "@plugwright/sdk";
import { type KernelOptions, type Question, startKernel, type TestKernel, virtualClock } from "@plugwright/testkit";
import * as z from "zod";
import { verifies } from "../../sdk/test/verifies.js";

const answerOf = z.object({ answer: z.string() });
const ask = tool("ask")
  .describe("Asks.")
  .input(z.object({ question: z.string() }))
  .output(answerOf)
  .asks();
const choose = command("choose")
  .describe("Lets one choose.")
  .input(z.object({ from: z.string() }))
  .asks();
const identity = { version: "1.0.0", source: "github.com/acme/p" };
const one = definePlugin({ name: "one", ...identity, tools: [ask] });
const two = definePlugin({ name: "two", ...identity, tools: [ask] });
const chooser = definePlugin({ name: "chooser", ...identity, commands: [choose] });

let kernel: TestKernel;
afterEach(() => kernel.close());

async function start(options: Partial<KernelOptions> = {}): Promise<void> {
  kernel = await startKernel({ providers: [{ plugin: one }, { plugin: two }, { plugin: chooser }], ...options });
}

test("a call goes to the person, who sees what it is, and never to the plugin", async () => {
  verifies("RUN-46");
  const questions: Omit<Question, "signal">[] = [];
  await start({
    answer({ signal: _, ...question }) {
      questions.push(question);
      return { answer: "because" };
    },
  });
  // The plugin itself would answer execution_failed.
  const report = await kernel.call("ask", { question: "why?" }, { provider: "one" });
  expect(report).toMatchObject({ result: { answer: "because" }, attempts: 0, ran: undefined, events: [] });
  expect(questions).toEqual([
    {
      callId: "call-1",
      operation: { type: "tool", name: "ask", provider: "one" },
      description: "Asks.",
      args: { question: "why?" },
    },
  ]);
});

test("the answer to a tool is validated, that to a command is not", async () => {
  verifies("RUN-46");
  await start({ answer: () => ({ anything: 1 }) });
  expect((await kernel.call("ask", { question: "?" }, { provider: "one" })).error).toEqual({
    category: "unknown",
    message: "the answer does not conform to the output schema: answer: required, but missing",
    retryable: false,
  });
  expect((await kernel.command(choose, "a or b")).result).toEqual({ anything: 1 });
});

test("people are asked one thing at a time, over all providers", async () => {
  verifies("TOOL-42");
  const open: (() => void)[] = [];
  await start({
    answer: () =>
      new Promise((resolve) => {
        open.push(() => resolve({ answer: "a" }));
      }),
  });
  const message = kernel.message([
    { tool: "ask", args: { question: "1" }, provider: "one" },
    { tool: "ask", args: { question: "2" }, provider: "two" },
    { tool: "ask", args: { question: "3" }, provider: "one" },
  ]);
  const asked: number[] = [];
  for (let answered = 0; answered < 3; answered++) {
    await new Promise((resolve) => setTimeout(resolve, 10));
    asked.push(open.length);
    open[answered]?.();
  }
  expect(asked).toEqual([1, 2, 3]);
  expect((await message).results.map(({ waited }) => waited.behind)).toEqual([[], ["ask"], ["ask"]]);
});

test("nobody answers in time, or the call is cancelled: the question is withdrawn", async () => {
  const clock = virtualClock();
  const withdrawn: boolean[] = [];
  await start({
    clock,
    answer: ({ signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener("abort", () => {
          withdrawn.push(true);
          reject(new Error("withdrawn"));
        });
      }),
  });
  const late = kernel.start("ask", { question: "?" }, { provider: "one", timeoutMs: 1000 });
  await clock.advance(1000);
  expect((await late.report).error).toMatchObject({ category: "timeout", message: "nobody has answered within 1 s" });
  const cancelled = kernel.start("ask", { question: "?" }, { provider: "one" });
  await clock.settle();
  cancelled.cancel();
  expect((await cancelled.report).error).toMatchObject({ category: "cancelled" });
  expect(withdrawn).toEqual([true, true]);
});

test("without anybody to answer, the error says what to do", async () => {
  await start();
  expect((await kernel.call("ask", { question: "?" }, { provider: "one" })).error).toMatchObject({
    category: "unknown",
    message: "ask asks a person: give startKernel an `answer`",
  });
});
