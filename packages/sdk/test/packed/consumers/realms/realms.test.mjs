import { writeFileSync } from "node:fs";
import { run } from "./run.mjs";

// Jest's, where it is Jest that runs this file.
const test = globalThis.test ?? (await import("node:test")).test;

test("the events are written", async () => {
  writeFileSync(process.env.EVENTS_FILE, JSON.stringify(await run()));
});
