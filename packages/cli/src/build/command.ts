import { resolve } from "node:path";
import type { Command } from "../command.js";
import { buildPlugin } from "./build.js";
import { buildJson, buildText } from "./report.js";

/** `plugwright build` */
export const buildCommand: Command = {
  name: "build",
  about: `Makes one executable file of a plugin for each category that it has: its tools and prompts, its slash commands.
FILE exports \`plugin\`, or serves it. Without FILE it is src/plugin.ts, else src/main.ts.

The file holds everything that the plugin needs but Node itself. Beside it are its source map and the licences of what
it holds. It is started once as a kernel does; earlier files are replaced only if that works.`,
  positionals: { usage: "[FILE]", most: 1 },
  options: [
    { name: "out-dir", value: "DIR", help: "where the files go (dist)" },
    { name: "conditions", value: "NAME", help: "take what a package exports under this condition; may be repeated" },
    { name: "json", help: "print the result as JSON" },
  ],
  async run(args, { cwd, out, err }) {
    const build = await buildPlugin({
      cwd,
      file: args.positionals[0],
      outDir: resolve(cwd, args.value("out-dir") ?? "dist"),
      conditions: args.values("conditions"),
      print: err,
    });
    for (const warning of build.warnings) err(`warning: ${warning}\n`);
    out(args.has("json") ? buildJson(build) : buildText(build, cwd));
  },
};
