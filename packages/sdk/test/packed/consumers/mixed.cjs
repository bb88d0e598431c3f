// One process that loads the SDK with require() and with import: whatever crosses from one copy to the other
// must be known there. Prints which calls ended how.
const z = require("zod");
const { invoke } = require("./client.cjs");
const { makePlugin, makeProvider } = require("./plugin.cjs");

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function load(one) {
  const entries = ["@plugwright/sdk", "@plugwright/sdk/node", "@plugwright/sdk/decorators"];
  return Object.assign({}, ...(await Promise.all(entries.map(one))));
}

/** Handlers whose names tell which copies are involved. */
function handlers(copies, defining, serving) {
  const throwing = Object.entries(copies).map(([name, { ToolError }]) => [
    `throws_${name}`,
    async () => {
      throw new ToolError("concurrency_conflict", `busy in ${name}`, { details: { by: name } });
    },
  ]);
  // Only inside of a call it needs no `cwd`.
  const running = Object.entries(copies).map(([name, { exec }]) => [
    `exec_${name}`,
    async () => ({ text: (await exec(process.execPath, ["-p", "process.cwd()"])).stdout.trim() }),
  ]);
  const stray = async () => {
    setTimeout(() => void Promise.reject(new Error(`stray of ${defining} in ${serving}`)), 5);
    await pause(1000);
    return { text: "unseen" };
  };
  return { ...Object.fromEntries([...throwing, ...running]), [`stray_${defining}_${serving}`]: stray };
}

async function main() {
  const copies = { cjs: await load((entry) => require(entry)), esm: await load((entry) => import(entry)) };
  const oneModule = copies.cjs.ToolError === copies.esm.ToolError;
  const providers = Object.entries(copies).map(([name, sdk]) => makeProvider(sdk, z, `class_${name}`));

  const calls = [];
  const open = [];
  for (const [defining, sdk] of Object.entries(copies)) {
    for (const [serving, { listen }] of Object.entries(copies)) {
      const plugin = makePlugin(sdk, z, handlers(copies, defining, serving), providers);
      const listening = await listen(plugin, { token: false });
      open.push(listening);
      for (const { name } of plugin.tools) {
        const events = invoke(listening.url, name, { path: "x" });
        calls.push(events.then((seen) => [`${defining} ${serving} ${name}`, seen]));
      }
    }
  }
  const events = Object.fromEntries(await Promise.all(calls));
  console.log(JSON.stringify({ oneModule, events }));
  if (process.argv[2] === "foreign") {
    // No call's: the process must end as it does without the SDK.
    void Promise.reject(new Error("the host's own mistake"));
    await pause(2000);
  }
  await Promise.all(open.map((listening) => listening.close()));
}

void main();
