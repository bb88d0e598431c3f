const { writeFileSync } = require("node:fs");
const { run } = require("./run.cjs");

// Jest's, where it is Jest that runs this file.
const test = globalThis.test ?? require("node:test");

test("the events are written", async () => {
  writeFileSync(process.env.EVENTS_FILE, JSON.stringify(await run()));
});
