import { join, resolve } from "node:path";
import type { Command } from "../command.js";
import { progress } from "../progress.js";
import { findFiles, sourceFile } from "../source/source-file.js";
import { jsonText } from "../text.js";
import { buildPlugin } from "./build.js";
import { buildJson, buildText } from "./report.js";

/** `plugwright build` */
export const buildCommand: Command = {
  name: "build",
  about: `Makes one executable file of a plugin for each category that it has: its tools and prompts, its slash commands.
FILE exports \`plugin\`, or serves it. Without FILE it is src/plugin.ts, else src/main.ts. There may be several, and
patterns such as 'packages/*/src/plugin.ts'.

The file holds everything that the plugin needs but Node itself. Beside it are its source map and the licences of what
it holds. It is started once as a kernel does; earlier files are replaced only if that works.`,
  positionals: { usage: "[FILE...]", most: Number.POSITIVE_INFINITY },
  options: [
    { name: "out-dir", value: "DIR", help: "where the files go (dist, beside the package.json of each FILE)" },
    { name: "conditions", value: "NAME", help: "take what a package exports under this condition; may be repeated" },
    { name: "json", help: "print the result as JSON" },
  ],
  async run(args, io) {
    const { cwd, out, err } = io;
    const outDir = args.value("out-dir");
    const files = await findFiles(cwd, args.positionals);
    for (const file of files) {
      const source = sourceFile(file);
      const build = await progress(
        io,
        "building",
        buildPlugin({
          cwd,
          source,
          outDir: outDir === undefined ? join(source.project, "dist") : resolve(cwd, outDir),
          conditions: args.values("conditions"),
          print: err,
        }),
      );
      for (const warning of build.warnings) err(`warning: ${warning}\n`);
      if (args.has("json")) out(jsonText(buildJson(build), files.length));
      else out(buildText(build, cwd));
    }
    return undefined;
  },
};
