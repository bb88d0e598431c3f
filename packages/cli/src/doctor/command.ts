import { resolve } from "node:path";
import type { Command } from "../command.js";
import { tellFailure } from "../failure.js";
import { CommandError, usageError } from "../problem.js";
import { findFile, isSource } from "../source/source-file.js";
import { jsonText } from "../text.js";
import { examine } from "./examine.js";
import type { Step } from "./step.js";

/** `plugwright doctor` */
export const doctorCommand: Command = {
  name: "doctor",
  about: `Starts an executable as a kernel does, does with it all that a kernel does up to the first call, and shows what it gets to
see, what it says, and how long each step took. A plugin in whatever language will do. Fails at the step at which a
kernel would give it up.`,
  positionals: { usage: "FILE", most: 1 },
  options: [
    { name: "config", value: "NAME=VALUE", help: "configures the plugin; may be repeated; env:NAME takes a variable" },
    { name: "json", help: "print the result as JSON" },
  ],
  async run(args, io) {
    const { cwd, out } = io;
    const [given] = args.positionals;
    if (given === undefined) throw usageError("no executable is named", "write plugwright doctor dist/NAME");
    const file = await findFile(cwd, given);
    if (isSource(file)) throw usageError(`${given} is source`, "run plugwright build, and name what is in dist");
    const json = args.has("json");
    const show = (step: Step) => {
      if (!json) out(stepLine(step));
    };
    const examination = await examine(resolve(cwd, file), args.values("config"), show);
    const { environment, steps, warnings, log } = examination;
    if (json) {
      out(jsonText({ file: given, ...examination }));
    } else {
      for (const warning of warnings) out(`warning  ${warning}\n`);
      out(
        `\nIts environment is\n${Object.entries(environment)
          .map(([name, value]) => `  ${name}=${value}\n`)
          .join("")}`,
      );
      if (log.length > 0) out(`\nIt wrote to stderr\n${log.map((line) => `  ${line}\n`).join("")}`);
    }
    const problem = steps.at(-1)?.problem;
    return problem && tellFailure("doctor", new CommandError("a kernel gives it up", [problem]), args, io);
  },
};

function stepLine({ name, ms, found, problem }: Step): string {
  return `${problem === undefined ? "ok     " : "FAILED "} ${name.padEnd(15)} ${`${Math.round(ms)} ms`.padStart(8)}  ${found}\n`;
}
