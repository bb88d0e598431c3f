import { parseArgs } from "node:util";
import { CreateError } from "./problem.js";
import { type Runner, runners } from "./runners.js";
import { type Template, templates } from "./templates.js";

/** What the command line tells; what it leaves out is asked, or taken as it mostly is. */
export interface Given {
  readonly folder: string | undefined;
  readonly template: Template | undefined;
  readonly runner: Runner | undefined;
  readonly name: string | undefined;
  readonly source: string | undefined;
  /** A folder with tarballs of Plugwright's packages. */
  readonly packages: string | undefined;
  readonly install: boolean;
  readonly help: boolean;
  readonly version: boolean;
}

const options = {
  template: { type: "string" },
  "test-runner": { type: "string" },
  name: { type: "string" },
  source: { type: "string" },
  packages: { type: "string" },
  "no-install": { type: "boolean" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean" },
} as const;

const list = (named: readonly { readonly name: string; readonly about: string }[]) =>
  named.map(({ name, about }) => `      ${name.padEnd(16)} ${about}\n`).join("");

export const helpText = `Usage: npm create plugwright [FOLDER] -- [options]

Begins a plugin of the PluggableHarness agent kernel in a new or empty folder, and installs what it needs. At a terminal
it asks for what the options leave out.

  --template NAME      what it begins with
${list(templates)}  --test-runner NAME   what runs its tests
${list(runners)}  --name NAME          what the plugin is called (as the folder)
  --source ADDRESS     where it will be published (github.com/you/NAME)
  --packages FOLDER    take Plugwright's own packages from the tarballs in this folder
  --no-install         do not run npm install
  --version            print the version
  --help               print this text
`;

/** @throws CreateError naming the argument and what was meant. */
export function readOptions(args: readonly string[]): Given {
  const { tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true });
  const positionals: string[] = [];
  const values = new Map<string, string | undefined>();
  for (const token of tokens) {
    if (token.kind === "positional") positionals.push(token.value);
    if (token.kind !== "option") continue;
    const known = Object.entries(options).find(([name]) => name === token.name)?.[1];
    if (known === undefined) throw new CreateError(`there is no option ${token.rawName}`, "--help lists them");
    // The next option is no value, unless it is written as one.
    const isMissing = !token.value || (token.inlineValue === false && token.value.startsWith("--"));
    if (known.type === "string" && isMissing) {
      throw new CreateError(`${token.rawName} has no value`, "--help tells what it takes");
    }
    if (known.type === "boolean" && token.value !== undefined) {
      throw new CreateError(`${token.rawName} takes no value, and ${token.value} is one`, `write ${token.rawName}`);
    }
    values.set(token.name, token.value);
  }
  if (positionals.length > 1) throw new CreateError(`${positionals[1]} is one argument too many`, "name one folder");
  return {
    folder: positionals[0],
    template: chosen("template", templates, values.get("template")),
    runner: chosen("test-runner", runners, values.get("test-runner")),
    name: values.get("name"),
    source: values.get("source"),
    packages: values.get("packages"),
    install: !values.has("no-install"),
    help: values.has("help"),
    version: values.has("version"),
  };
}

function chosen<T extends { readonly name: string }>(
  option: string,
  from: readonly T[],
  given: string | undefined,
): T | undefined {
  if (given === undefined) return undefined;
  const found = from.find(({ name }) => name === given);
  if (found !== undefined) return found;
  throw new CreateError(`there is no --${option} ${given}`, `it is one of ${from.map(({ name }) => name).join(", ")}`);
}
