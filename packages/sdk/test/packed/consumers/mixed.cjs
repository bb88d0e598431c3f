// One process that loads the SDK with require() and with import: whatever crosses from one copy to the other
// must be known there. Prints which calls ended how.
const z = require("zod");
const { invoke } = require("./client.cjs");
const makePlugin = require("./plugin.cjs");

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function main() {
  const copies = {
    cjs: { ...require("@plugwright/sdk"), ...require("@plugwright/sdk/node") },
    esm: { ...(await import("@plugwright/sdk")), ...(await import("@plugwright/sdk/node")) },
  };
  const oneModule = copies.cjs.ToolError === copies.esm.ToolError;

  const events = {};
  const open = [];
  for (const [defining, { definePlugin, tool }] of Object.entries(copies)) {
    for (const [serving, { listen }] of Object.entries(copies)) {
      const handlers = {};
      for (const [throwing, { ToolError }] of Object.entries(copies)) {
        handlers[`throws_${throwing}`] = async () => {
          throw new ToolError("concurrency_conflict", `busy in ${throwing}`, { details: { by: throwing } });
        };
      }
      handlers[`stray_${defining}_${serving}`] = async () => {
        setTimeout(() => void Promise.reject(new Error(`stray of ${defining} in ${serving}`)), 5);
        await pause(1000);
        return { text: "unseen" };
      };
      const listening = await listen(makePlugin({ definePlugin, tool }, z, handlers), { token: false });
      open.push(listening);
      for (const name of Object.keys(handlers)) {
        events[`${defining} ${serving} ${name}`] = invoke(listening.url, name, { path: "x" });
      }
    }
  }
  for (const name of Object.keys(events)) events[name] = await events[name];
  console.log(JSON.stringify({ oneModule, events }));
  if (process.argv[2] === "foreign") {
    // No call's: the process must end as it does without the SDK.
    void Promise.reject(new Error("the host's own mistake"));
    await pause(2000);
  }
  await Promise.all(open.map((listening) => listening.close()));
}

void main();
