import { readFileSync } from "node:fs";
import { inspect } from "node:util";
import { type Command, commandHelp, helpOption, type Io, readArguments, table } from "./command.js";
import { CommandError, problemLine, usageError } from "./problem.js";
import { suggest } from "./suggest.js";

/** Loaded only when asked for: the help must not wait for the bundler. */
const commands: Readonly<Record<string, { readonly summary: string; readonly load: () => Promise<Command> }>> = {
  build: {
    summary: "make one executable file of a plugin",
    load: async () => (await import("./build/command.js")).buildCommand,
  },
};

/**
 * Runs the program with the arguments after its name.
 * @returns the code to exit with: 0, 1 when the command could not be done, 2 when it was called wrongly.
 */
export async function run(args: readonly string[], io: Io): Promise<number> {
  const [name, ...rest] = args;
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
    if (rest.some(isHelp)) {
      io.out(commandHelp(command));
      return 0;
    }
    await command.run(readArguments(command, rest), io);
    return 0;
  } catch (error) {
    if (!(error instanceof CommandError)) {
      io.err(`plugwright: this is a fault of plugwright itself, not of your plugin.\n${inspect(error)}\n`);
      return 1;
    }
    const subject = name === undefined || !Object.hasOwn(commands, name) ? "plugwright" : `plugwright ${name}`;
    const lines = [`${subject}: ${error.message}`, ...error.problems.map(problemLine)];
    io.err(lines.map((line) => `${line}\n`).join(""));
    if (rest.includes("--json")) io.out(`${JSON.stringify({ error: error.message, problems: error.problems })}\n`);
    return error.exitCode;
  }
}

function isHelp(argument: string): boolean {
  return argument === `--${helpOption.name}` || argument === "-h";
}

async function findCommand(name: string): Promise<Command> {
  if (Object.hasOwn(commands, name)) {
    const found = commands[name];
    if (found !== undefined) return found.load();
  }
  const meant = suggest(name, Object.keys(commands));
  throw usageError(
    `there is no command ${name}`,
    meant === undefined ? "plugwright --help lists them" : `did you mean ${meant}?`,
  );
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
