import { abortCause, definePlugin, ToolError, tool } from "@plugwright/sdk";
import * as z from "zod";

let ran = 0;

export const timesRun = (): number => ran;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const mutating = (name: string) => tool(name).describe(name).input(z.object({})).output(z.object({})).mutates("low");
export const plugin = definePlugin({
  name: "cancel",
  version: "1.0.0",
  source: "github.com/plugwright/cancel",
  tools: [
    mutating("obeys").run(async (_args, call) => {
      ran++;
      call.did("wrote a.txt");
      await new Promise((_resolve, reject) => call.signal.addEventListener("abort", () => reject(call.signal.reason)));
      return {};
    }),
    mutating("answers_anyway").run(async (_args, call) => {
      while (!call.signal.aborted) await pause(1);
      return {};
    }),
    mutating("never_stops").run(async (_args, call) => {
      call.did("began");
      await new Promise(() => undefined);
      return {};
    }),
    mutating("fails_while_stopping").run(async (_args, call) => {
      while (!call.signal.aborted) await pause(1);
      throw new ToolError("execution_failed", "the lock file stayed behind");
    }),
    mutating("awaits_output")
      .streams()
      .run(async (_args, call) => {
        for (;;) await call.output(new Uint8Array(64 * 1024));
      }),
    mutating("late")
      .streams()
      .run(async (_args, call) => {
        setTimeout(() => {
          call.progress("late");
          void call.output("late");
          call.progress("later");
        }, 5);
        return {};
      }),
    mutating("limited")
      .timeout("100ms")
      .run(async (_args, call) => {
        call.did("half of it");
        await new Promise((_resolve, reject) =>
          call.signal.addEventListener("abort", () => reject(call.signal.reason)),
        );
        return {};
      }),
    mutating("looks").run(async (_args, call) => {
      await pause(10);
      // What becomes of its signal when all is over.
      setTimeout(() => call.log.info(`aborted: ${call.signal.aborted}, because: ${abortCause(call.signal)}`), 100);
      return {};
    }),
  ],
});
