import { definePlugin, tool } from "@plugwright/sdk";
import * as z from "zod";
import { chunk } from "../support/messages.js";

const echo = tool("echo")
  .describe("Say it again.")
  .input(z.object({ text: z.string() }))
  .output(z.object({ text: z.string() }))
  .reads()
  .run(({ text }) => ({ text }));

export const pour = tool("pour")
  .describe("Write much.")
  .input(z.object({ chunks: z.int() }))
  .output(z.object({ text: z.string() }))
  .reads()
  .streams()
  .run(async ({ chunks }, call) => {
    for (let index = 0; index < chunks; index++) await call.output(chunk);
    return { text: "hello" };
  });

export const plugin = definePlugin({
  name: "bench",
  version: "1.0.0",
  source: "github.com/acme/provider-bench",
  tools: [echo, pour],
});
