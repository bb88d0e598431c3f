const { readdirSync, readFileSync } = require("node:fs");
const { join } = require("node:path");
const { invoke } = require("./client.cjs");
const { makePlugin } = require("./plugin.cjs");

/** Prints the names that every entry exports, and what a plugin made and served with them answers. */
module.exports = async function print(load) {
  const names = {};
  const ours = join(__dirname, "node_modules", "@plugwright");
  for (const folder of readdirSync(ours)) {
    const { name, exports } = JSON.parse(readFileSync(join(ours, folder, "package.json"), "utf8"));
    for (const key of Object.keys(exports).filter((key) => key !== "./package.json")) {
      const entry = name + key.slice(1);
      // An ES module that was required has these beside its exports.
      const added = new Set(["default", "module.exports", "__esModule"]);
      names[entry] = Object.keys(await load(entry))
        .filter((exported) => !added.has(exported))
        .sort();
    }
  }
  const sdk = await load("@plugwright/sdk");
  const { listen } = await load("@plugwright/sdk/node");
  const listening = await listen(makePlugin(sdk, await load("zod")), { token: false });
  const events = await invoke(listening.url, "read", { path: "a.txt" });
  await listening.close();
  console.log(JSON.stringify({ names, events }));
};
