import { definePlugin, tool } from "@plugwright/sdk";
import { serve } from "@plugwright/sdk/node";
import * as z from "zod";

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const base = (name: string) =>
  tool(name)
    .describe(name)
    .input(z.object({}))
    .output(z.object({ ok: z.boolean() }));

const plugin = definePlugin({
  name: "strays",
  version: "1.0.0",
  source: "github.com/plugwright/strays",
  tools: [
    base("rejects")
      .reads()
      .run(async () => {
        void Promise.reject(new Error("a floating promise"));
        await pause(2000);
        return { ok: true };
      }),
    base("rejects_after_yield")
      .reads()
      .streams()
      .run(async function* () {
        yield { progress: "first" };
        setTimeout(() => void Promise.reject(new Error("made after the first yield")), 5);
        await pause(2000);
        return { ok: true };
      }),
    base("rejects_late")
      .reads()
      .run(async () => {
        setTimeout(() => void Promise.reject(new Error("long after its call")), 50);
        return { ok: true };
      }),
    base("throws_in_callback")
      .reads()
      .run(async () => {
        setTimeout(() => {
          throw new Error("a throwing callback");
        }, 5);
        await pause(2000);
        return { ok: true };
      }),
    base("slow")
      .reads()
      .streams()
      .run(async function* () {
        for (let index = 0; index < 10; index++) {
          yield { progress: `step ${index}` };
          await pause(50);
        }
        return { ok: true };
      }),
    base("endless")
      .reads()
      .run(async () => {
        await new Promise((resolve) => setTimeout(resolve, 60_000));
        return { ok: true };
      }),
  ],
});

serve(async () => plugin);
