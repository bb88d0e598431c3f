import { type ParseArgsConfig, parseArgs } from "node:util";
import { usageError } from "./problem.js";
import { suggest } from "./suggest.js";

/** What a command has of the process it runs in. */
export interface Io {
  readonly cwd: string;
  /** Prints a result. */
  readonly out: (text: string) => void;
  /** Prints all else. */
  readonly err: (text: string) => void;
}

/** An option of a command. */
export interface Option {
  readonly name: string;
  /** What stands for its value in the help; without it the option is a switch. */
  readonly value?: string;
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
  /** @throws CommandError when it cannot be done. */
  run(args: Arguments, io: Io): Promise<void>;
}

/** Every command has it. */
export const helpOption: Option = { name: "help", help: "print this text" };

/** @throws CommandError (wrong usage) naming the argument and what was meant. */
export function readArguments({ name, positionals: { most }, options }: Command, given: readonly string[]): Arguments {
  const config: ParseArgsConfig["options"] = {};
  for (const option of [...options, helpOption]) config[option.name] = { type: option.value ? "string" : "boolean" };
  const { tokens } = parseArgs({ args: [...given], options: config, strict: false, tokens: true });
  const positionals: string[] = [];
  const values = new Map<string, (string | undefined)[]>();
  for (const token of tokens) {
    if (token.kind === "positional") positionals.push(token.value);
    if (token.kind !== "option") continue;
    const known = [...options, helpOption].find((option) => option.name === token.name);
    if (known === undefined) throw unknownOption(name, token.rawName, options);
    if (known.value !== undefined && (token.value === undefined || token.value === "")) {
      throw usageError(`${token.rawName} has no value`, `write ${token.rawName} ${known.value}`);
    }
    if (known.value === undefined && token.value !== undefined) {
      throw usageError(`${token.rawName} takes no value, and ${token.value} is one`, `write ${token.rawName}`);
    }
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

function unknownOption(command: string, given: string, options: readonly Option[]) {
  const meant = suggest(
    given,
    [...options, helpOption].map((option) => `--${option.name}`),
  );
  return usageError(
    `${command} has no option ${given}`,
    meant === undefined ? `see plugwright ${command} --help` : `did you mean ${meant}?`,
  );
}

/** The help of one command. */
export function commandHelp({ name, about, positionals, options }: Command): string {
  const rows = [...options, helpOption].map(
    (option) => [`--${option.name}${option.value === undefined ? "" : ` ${option.value}`}`, option.help] as const,
  );
  return `Usage: plugwright ${name} ${positionals.usage} [options]\n\n${about}\n\nOptions:\n${table(rows)}`;
}

/** Two columns, indented, the first one as wide as it must be. */
export function table(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([first]) => first.length));
  return rows.map(([first, second]) => `  ${first.padEnd(width)}  ${second}\n`).join("");
}
