import { definePlugin, ToolError, tool } from "@plugwright/sdk";
import * as z from "zod";

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
export const chunk = new Uint8Array(64 * 1024);
const none = z.object({});
const base = (name: string) => tool(name).describe(name).input(none).output(none);

/** What handlers have come to, for tests in this process. */
export const outcome: { ran: number; rejected: unknown } = { ran: 0, rejected: undefined };

export const plugin = definePlugin({
  name: "ends",
  version: "1.0.0",
  source: "github.com/plugwright/ends",
  tools: [
    base("floods")
      .mutates("low")
      .streams()
      .timeout("150ms")
      .run(async (_args, call) => {
        call.lock("floods");
        call.did("began");
        for (;;) await call.output(chunk);
      }),
    base("takes_lock")
      .mutates("low")
      .run(async (_args, call) => {
        call.lock("floods");
        return {};
      }),
    base("quick")
      .reads()
      .streams()
      .timeout("100ms")
      .run(async (_args, call) => {
        await call.output(chunk);
        await call.partial({ half: true });
        return {};
      }),
    base("locks_late")
      .mutates("low")
      .run(async (_args, call) => {
        setTimeout(() => {
          try {
            call.lock("late");
          } catch (error) {
            call.log.info(`locking failed: ${error instanceof ToolError && error.category}`);
          }
        }, 20);
        return {};
      }),
    base("takes_late")
      .mutates("low")
      .run(async (_args, call) => {
        call.lock("late");
        return {};
      }),
    base("throws_trap")
      .reads()
      .run(async () => {
        throw {
          get message(): string {
            throw new Error("a trap");
          },
          name: "Trap",
        };
      }),
    tool("slow_check")
      .describe("slow")
      .output(none)
      .mutates("low")
      .input(z.object({ a: z.string().refine(async () => pause(150).then(() => true)) }))
      .run(async () => {
        outcome.ran++;
        return {};
      }),
    base("workers")
      .reads()
      .streams()
      .run(async (_args, call) => {
        await Promise.all(
          Array.from({ length: 20 }, async () => {
            for (let index = 0; index < 5; index++) await call.output(chunk);
          }),
        );
        return {};
      }),
    base("one_large")
      .reads()
      .streams()
      .run(async (_args, call) => {
        const sent = call.output(new Uint8Array(20 * 1024 * 1024));
        for (let index = 0; index < 1000; index++) call.progress("x".repeat(10_000));
        await sent;
        return {};
      }),
    base("reports_much")
      .mutates("low")
      .streams()
      .run(async (_args, call) => {
        for (let index = 0; index < 9000; index++) call.did(`${index} ${"y".repeat(2000)}`);
        await new Promise((resolve) => call.signal.addEventListener("abort", resolve));
        return {};
      }),
    base("reports_much_quietly")
      .mutates("low")
      .run(async (_args, call) => {
        for (let index = 0; index < 9000; index++) call.did(`${index} ${"y".repeat(2000)}`);
        await new Promise((resolve) => call.signal.addEventListener("abort", resolve));
        return {};
      }),
    base("two_in_one")
      .reads()
      .streams()
      .run(async function* () {
        yield JSON.parse('{"progress":"a","partial":{"b":1}}');
        return {};
      }),
    base("waits_for_reader")
      .mutates("low")
      .streams()
      .run(async (_args, call) => {
        try {
          for (;;) await call.output(chunk);
        } catch (error) {
          outcome.rejected = error;
          throw error;
        }
      }),
    base("rolls_back")
      .mutates("low")
      .run(async (_args, call) => {
        await new Promise((resolve) => call.signal.addEventListener("abort", resolve));
        await pause(120);
        call.did("rolled back");
        return {};
      }),
    base("where")
      .reads()
      .run(async (_args, call) => {
        call.resolvePath("a.txt");
        return {};
      }),
  ],
});
