import { definePlugin, tool } from "@plugwright/sdk";
import { serve } from "@plugwright/sdk/node";
import * as z from "zod";
import { chunk } from "../support/messages.js";

const run = tool("run")
  .describe("Run a command line.")
  .input(z.object({ command: z.string() }))
  .output(z.object({}))
  .reads()
  .spawns()
  .run(async ({ command }, call) => {
    await call.exec("sh", ["-c", command], { check: true });
    return {};
  });

const pour = tool("pour")
  .describe("Write much.")
  .input(z.object({ chunks: z.int() }))
  .output(z.object({}))
  .reads()
  .streams()
  .run(async ({ chunks }, call) => {
    for (let index = 0; index < chunks; index++) await call.output(chunk);
    return {};
  });

/** Writes much: by a program, and by the handler itself. */
const plugin = definePlugin({
  name: "programs",
  version: "1.0.0",
  source: "github.com/acme/provider-programs",
  tools: [run, pour],
});

serve(async () => plugin);
