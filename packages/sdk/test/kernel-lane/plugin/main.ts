// The main file of the plugins of these tests, as authors write theirs. It is bundled before it is run.
import { serve } from "@plugwright/sdk/node";

const early = process.env["FIXTURE_EARLY"];
const category = process.env["FIXTURE_CATEGORY"];
const limit = process.env["FIXTURE_LIMIT"];

serve(() => (process.env["FIXTURE_EVENTS"] ? import("./events-plugin.js") : import("./plugin.js")), {
  ...(category === "tool" || category === "slashcommand" ? { category } : {}),
  ...(limit === undefined ? {} : { limits: { message: Number(limit) } }),
});

if (early) {
  console.log("printed right after serve");
  setTimeout(() => console.warn("printed while nobody has called"), 5);
}
