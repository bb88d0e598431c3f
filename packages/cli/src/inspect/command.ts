import type { Command } from "../command.js";
import { describePlugin } from "../describe/describe.js";
import { operationsOf } from "../describe/offered.js";
import { progress } from "../progress.js";
import { findFiles } from "../source/source-file.js";
import { jsonText } from "../text.js";
import { readManifest } from "./manifest.js";
import { inspectionJson, inspectionText } from "./report.js";
import { warningsOf } from "./warnings.js";

/** `plugwright inspect` */
export const inspectCommand: Command = {
  name: "inspect",
  about: `Shows what a plugin offers: its operations with their schemas, risk, locks and cost, its configuration and prompts; and
warns of what is legal and probably not meant.
FILE is a plugin's source (src/plugin.ts, else src/main.ts), or an executable, which is launched as a kernel does. There
may be several, and patterns such as 'packages/*/src/plugin.ts'.`,
  positionals: { usage: "[FILE...]", most: Number.POSITIVE_INFINITY },
  options: [
    { name: "conditions", value: "NAME", help: "take what a package exports under this condition; may be repeated" },
    { name: "json", help: "print the result as JSON, with what becomes of each part of a schema on the wire" },
  ],
  async run(args, io) {
    const { cwd, out, err } = io;
    const files = await findFiles(cwd, args.positionals);
    for (const [index, file] of files.entries()) {
      const describing = describePlugin(file, { cwd, conditions: args.values("conditions"), print: err });
      const plugin = await progress(io, "inspecting", describing);
      const operations = operationsOf(plugin);
      const manifest =
        plugin.project === undefined ? { version: undefined, repository: undefined } : readManifest(plugin.project);
      const inspection = { plugin, operations, warnings: warningsOf(plugin, operations, manifest) };
      if (args.has("json")) {
        out(jsonText(inspectionJson(inspection), files.length));
      } else {
        out(`${index === 0 ? "" : "\n"}${inspectionText(inspection)}`);
      }
    }
    return undefined;
  },
};
