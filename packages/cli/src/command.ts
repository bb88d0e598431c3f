import { type ParseArgsConfig, parseArgs } from "node:util";
import { usageError } from "./problem.js";
import { hintFor } from "./suggest.js";

/** What a command has of the process it runs in. */
export interface Io {
  readonly cwd: string;
  /** Prints a result. */
  readonly out: (text: string) => void;
  /** Prints all else. */
  readonly err: (text: string) => void;
  /** Reads all that comes in on stdin. */
  readonly input: () => Promise<string>;
  /** Whether `err` prints on a terminal; nothing but that gets to see progress. */
  readonly terminal: boolean;
  /** Asks the person at the terminal. Absent where there is none. */
  readonly ask?: ((question: string, signal: AbortSignal) => Promise<string>) | undefined;
  /** Aborts when the program is told to end. */
  readonly stop: AbortSignal;
}

/** An option of a command. */
export interface Option {
  readonly name: string;
  /** What stands for its value in the help; without it the option is a switch. */
  readonly value?: string;
  /** Whether the value may be left out; it is given as in `--name=VALUE` then. */
  readonly optional?: boolean;
  /** Whether a value may be empty. */
  readonly empty?: boolean;
  readonly help: string;
}

/** The arguments of a command, checked against its options. */
export interface Arguments {
  readonly positionals: readonly string[];
  has(option: string): boolean;
  /** The last value given. */
  value(option: string): string | undefined;
  /** All values given. */
  values(option: string): readonly string[];
}

/** A command of the program. */
export interface Command {
  readonly name: string;
  /** What its help says between the usage and the options. */
  readonly about: string;
  /** Its positional arguments, as in `[FILE]`, and how many there may be. */
  readonly positionals: { readonly usage: string; readonly most: number };
  readonly options: readonly Option[];
  /** Whether it ends in order when the program is told to; any other is left as it is. */
  readonly endsItself?: boolean;
  /**
   * @returns the code to exit with, unless it is 0
   * @throws CommandError when it cannot be done.
   */
  run(args: Arguments, io: Io): Promise<number | undefined>;
}

export const helpOption: Option = { name: "help", help: "print this text" };
export const verboseOption: Option = { name: "verbose", help: "print the stack of what failed" };

/** Those of the command, and those that every one has. */
export function allOptions({ options }: Pick<Command, "options">): readonly Option[] {
  return [...options, verboseOption, helpOption];
}

function tokensOf(command: Command, given: readonly string[]) {
  const options: NonNullable<ParseArgsConfig["options"]> = {};
  for (const { name, value, optional } of allOptions(command)) {
    options[name] = { type: value === undefined || optional ? "boolean" : "string" };
  }
  return parseArgs({ args: [...given], options, strict: false, tokens: true }).tokens;
}

/** Whether an option is among the arguments, be the others right or wrong. */
export function hasOption(command: Command, given: readonly string[], wanted: string): boolean {
  return tokensOf(command, given).some((token) => token.kind === "option" && token.name === wanted);
}

/** @throws CommandError (wrong usage) naming the argument and what was meant. */
export function readArguments(command: Command, given: readonly string[]): Arguments {
  const {
    name,
    positionals: { most },
  } = command;
  const options = allOptions(command);
  const tokens = tokensOf(command, given);
  const positionals: string[] = [];
  const values = new Map<string, (string | undefined)[]>();
  for (const token of tokens) {
    if (token.kind === "positional") positionals.push(token.value);
    if (token.kind !== "option") continue;
    const known = options.find((option) => option.name === token.name);
    if (known === undefined) throw unknownOption(name, token.rawName, options);
    checkValue(token, known);
    values.set(token.name, [...(values.get(token.name) ?? []), token.value]);
  }
  if (positionals.length > most) {
    throw usageError(`${positionals[most]} is one argument too many`, `see plugwright ${name} --help`);
  }
  const strings = (option: string) => (values.get(option) ?? []).filter((value) => value !== undefined);
  return {
    positionals,
    has: (option) => values.has(option),
    value: (option) => strings(option).at(-1),
    values: strings,
  };
}

/** @throws CommandError (wrong usage) for an option without the value that it must have, or with one. */
function checkValue(
  { rawName, value, inlineValue }: { rawName: string; value?: string | undefined; inlineValue?: boolean | undefined },
  { value: wanted, optional, empty }: Option,
): void {
  if (wanted === undefined) {
    if (value === undefined) return;
    throw usageError(`${rawName} takes no value, and ${value} is one`, `write ${rawName}`);
  }
  if (value === undefined ? optional : value !== "" || empty) {
    // The next option is no value, unless it is written as one.
    if (value === undefined || inlineValue || !value.startsWith("--")) return;
  }
  throw usageError(`${rawName} has no value`, `write ${rawName}=${wanted}`);
}

function unknownOption(command: string, given: string, options: readonly Option[]) {
  const known = options.map((option) => `--${option.name}`);
  return usageError(`${command} has no option ${given}`, hintFor(given, known, `see plugwright ${command} --help`));
}

/** The help of one command. */
export function commandHelp(command: Command): string {
  const { name, about, positionals } = command;
  const rows = allOptions(command).map(({ name: option, value, optional, help }) => {
    const given = value === undefined ? "" : optional ? `[=${value}]` : ` ${value}`;
    return [`--${option}${given}`, help] as const;
  });
  return `Usage: plugwright ${name} ${positionals.usage} [options]\n\n${about}\n\nOptions:\n${table(rows)}`;
}

/** Two columns, indented, the first one as wide as it must be. */
export function table(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([first]) => first.length));
  return rows.map(([first, second]) => `  ${first.padEnd(width)}  ${second}`.trimEnd().concat("\n")).join("");
}
