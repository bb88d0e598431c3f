import { readFileSync } from "node:fs";
import { inspect } from "node:util";
import {
  type Command,
  commandHelp,
  hasOption,
  helpOption,
  type Io,
  readArguments,
  table,
  verboseOption,
} from "./command.js";
import { CommandError, errorText, messageOf, usageError } from "./problem.js";
import { unlessStopped } from "./stop.js";
import { hintFor } from "./suggest.js";

/** Loaded only when asked for: the help must not wait for the bundler. */
const commands: Readonly<Record<string, { readonly summary: string; readonly load: () => Promise<Command> }>> = {
  inspect: {
    summary: "show what a plugin offers, and what is odd about it",
    load: async () => (await import("./inspect/command.js")).inspectCommand,
  },
  invoke: {
    summary: "make one call under the test kernel",
    load: async () => (await import("./invoke/command.js")).invokeCommand,
  },
  dev: {
    summary: "serve a plugin, and serve it anew when its sources change",
    load: async () => (await import("./dev/command.js")).devCommand,
  },
  build: {
    summary: "make one executable file of a plugin",
    load: async () => (await import("./build/command.js")).buildCommand,
  },
  doctor: {
    summary: "start an executable as a kernel does, and show what it gets and says",
    load: async () => (await import("./doctor/command.js")).doctorCommand,
  },
  schema: {
    summary: "compare what a plugin offers with what it promised",
    load: async () => (await import("./schema/command.js")).schemaCommand,
  },
};

/** The names of all commands. */
export const commandNames: readonly string[] = Object.keys(commands);

/**
 * Runs the program with the arguments after its name.
 * @returns the code to exit with: 0, 1 when the command could not be done, 2 when it was called wrongly, 130 when it was
 * told to end; more is told by the command's help.
 */
export async function run(args: readonly string[], io: Io): Promise<number> {
  const [name, ...rest] = args;
  let verbose = false;
  let json = false;
  try {
    if (name === undefined || isHelp(name)) {
      (name === undefined ? io.err : io.out)(programHelp());
      return name === undefined ? 2 : 0;
    }
    if (name === "--version") {
      io.out(`${ownVersion()}\n`);
      return 0;
    }
    const command = await findCommand(name);
    verbose = hasOption(command, rest, verboseOption.name);
    json = hasOption(command, rest, "json");
    if (rest.includes("-h") || hasOption(command, rest, helpOption.name)) {
      io.out(commandHelp(command));
      return 0;
    }
    const running = command.run(readArguments(command, rest), io);
    return (await (command.endsItself ? running : unlessStopped(running, io.stop))) ?? 0;
  } catch (error) {
    const subject = name === undefined || !Object.hasOwn(commands, name) ? "plugwright" : `plugwright ${name}`;
    const told = error instanceof CommandError ? error : ownFault(error);
    io.err(errorText(subject, told, verbose));
    if (json) io.out(`${JSON.stringify({ error: told.message, problems: told.problems })}\n`);
    return told.exitCode;
  }
}

/** What is not told as an error of the command. */
function ownFault(error: unknown): CommandError {
  const details = inspect(error);
  return new CommandError("a fault of plugwright itself, not of your plugin", [
    { reason: messageOf(error), hint: "--verbose shows where", details },
  ]);
}

function isHelp(argument: string): boolean {
  return argument === `--${helpOption.name}` || argument === "-h";
}

/** @throws CommandError naming the command that was meant. */
export async function findCommand(name: string): Promise<Command> {
  if (Object.hasOwn(commands, name)) {
    const found = commands[name];
    if (found !== undefined) return found.load();
  }
  throw usageError(`there is no command ${name}`, hintFor(name, commandNames, "plugwright --help lists them"));
}

function programHelp(): string {
  const rows = Object.entries(commands).map(([name, { summary }]) => [name, summary] as const);
  return `Usage: plugwright COMMAND [options]

Tools for plugins of the PluggableHarness agent kernel that are written with @plugwright/sdk.

Commands:
${table(rows)}
plugwright COMMAND --help tells more about one. plugwright --version prints the version.
`;
}

function ownVersion(): string {
  const manifest: { readonly version: string } = JSON.parse(
    readFileSync(new URL("../package.json", import.meta.url), "utf8"),
  );
  return manifest.version;
}
