// A plugin that pours out bytes, takes its time, and tells how much it has produced and what its process holds.
import { setTimeout as sleep } from "node:timers/promises";
import { definePlugin, tool } from "@plugwright/sdk";
import { serve } from "@plugwright/sdk/node";
import * as z from "zod";

const chunk = new Uint8Array(64 * 1024).fill(120);
let produced = 0;

const pour = tool("pour")
  .describe("Pour out chunks of 64 KiB.")
  .input(z.object({ chunks: z.int() }))
  .output(z.object({}))
  .reads()
  .streams()
  .run(async ({ chunks }, call) => {
    for (let sent = 0; sent < chunks; sent++) {
      produced += chunk.length;
      await call.output(chunk);
    }
    return {};
  });

const meter = tool("meter")
  .describe("Tell what was produced, and the memory of the process.")
  .input(z.object({}))
  .output(z.object({ produced: z.int(), rss: z.int() }))
  .reads()
  .run(() => ({ produced, rss: process.memoryUsage.rss() }));

const rest = tool("rest")
  .describe("Take some time.")
  .input(z.object({ ms: z.int() }))
  .output(z.object({}))
  .reads()
  .streams()
  .run(async function* ({ ms }, call) {
    yield { progress: "resting" };
    await sleep(ms, undefined, { signal: call.signal });
    return {};
  });

const length = tool("length")
  .describe("Count the characters of a text.")
  .input(z.object({ text: z.string() }))
  .output(z.object({ length: z.int() }))
  .reads()
  .run(({ text }) => ({ length: text.length }));

const repeat = tool("repeat")
  .describe("Answer with a long text.")
  .input(z.object({ length: z.int() }))
  .output(z.object({ text: z.string() }))
  .reads()
  .run((args) => ({ text: "x".repeat(args.length) }));

const plugin = definePlugin({
  name: "output",
  version: "1.0.0",
  source: "github.com/plugwright/output",
  tools: [pour, meter, rest, length, repeat],
});

serve(async () => plugin);
