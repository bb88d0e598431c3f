import { definePlugin, tool } from "@plugwright/sdk";
import { serve } from "@plugwright/sdk/node";
import * as z from "zod";
import { pour } from "./plugin.js";

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

/** Writes much: by a program, and by the handler itself. */
const plugin = definePlugin({
  name: "programs",
  version: "1.0.0",
  source: "github.com/acme/provider-programs",
  tools: [run, pour],
});

serve(async () => plugin);
