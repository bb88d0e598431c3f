// A process that is a plugin of the one copy, and serves another plugin with the other copy. What goes wrong in a
// call of the second is not the first one's, although the process is. Needs `--listen` on the command line.
const z = require("zod");
const { serve } = require("@plugwright/sdk/node");
const { invoke } = require("./client.cjs");
const { makePlugin } = require("./plugin.cjs");

async function main() {
  serve(async () => makePlugin(require("@plugwright/sdk"), z));
  const stray = async () => {
    setTimeout(() => void Promise.reject(new Error("stray beside")), 5);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    return { text: "unseen" };
  };
  const { listen } = await import("@plugwright/sdk/node");
  const { url } = await listen(makePlugin(await import("@plugwright/sdk"), z, { stray }), { token: false });
  await invoke(url, "stray", { path: "x" });
  process.kill(process.pid, "SIGTERM");
}

void main();
