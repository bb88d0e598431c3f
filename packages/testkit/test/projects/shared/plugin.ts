import * as plugwright from "@plugwright/sdk";
import * as z from "zod";

export const shout = plugwright
  .tool("shout")
  .describe("Say a text louder.")
  .input(z.object({ text: z.string() }))
  .output(z.object({ text: z.string() }))
  .reads()
  .streams()
  .run(async function* ({ text }) {
    yield { progress: "breathing in" };
    return { text: text.toUpperCase() };
  });

export const plugin = plugwright.definePlugin({
  name: "shouter",
  version: "0.1.0",
  source: "github.com/acme/provider-shouter",
  tools: [shout],
});
