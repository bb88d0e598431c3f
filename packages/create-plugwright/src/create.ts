import { basename, resolve } from "node:path";
import { askChoice, askText } from "./ask.js";
import type { Given } from "./options.js";
import { packagesFrom } from "./packages.js";
import { CreateError } from "./problem.js";
import { runners } from "./runners.js";
import { templateFiles } from "./template-files.js";
import { templates } from "./templates.js";
import { checkFolder, writeProject } from "./write-project.js";

/** What was created. */
export interface Created {
  readonly folder: string;
  readonly files: readonly string[];
  readonly tryOut: string;
}

/** Where it is created. */
export interface Surroundings {
  readonly cwd: string;
  /** Whether there is a person to ask. */
  readonly terminal: boolean;
  /** Of this program, and of the packages that the project takes. */
  readonly version: string;
}

/**
 * Writes a project, after it has asked for what was not given.
 * @throws CreateError when something is wrong with what was given, or the folder is not empty.
 */
export async function create(given: Given, { cwd, terminal, version }: Surroundings): Promise<Created> {
  const missing = [
    ...(given.folder === undefined ? ["the FOLDER"] : []),
    ...(given.template === undefined ? ["--template"] : []),
    ...(given.runner === undefined ? ["--test-runner"] : []),
  ];
  if (!terminal && missing.length > 0) {
    throw new CreateError(
      `${missing.join(" and ")} is missing, and there is no terminal to ask at`,
      "--help lists what there is",
    );
  }
  const shown =
    given.folder ?? (await askText("Where shall it be?", "./my-provider", (name) => folderFault(cwd, name)));
  if (shown === "") throw new CreateError("the folder has no name", "name one, such as my-provider");
  const folder = resolve(cwd, shown);
  checkFolder(folder, shown);
  const name = given.name ?? nameOf(basename(folder));
  const fault = nameFault(name);
  if (fault !== undefined)
    throw new CreateError(`the plugin cannot be called ${JSON.stringify(name)}: ${fault}`, "give it a --name");
  const proposed = `github.com/you/${name}`;
  const asksAll = terminal && missing.length > 0;
  const source =
    given.source ?? (asksAll ? await askText("Where will it be published?", proposed, sourceFault) : proposed);
  const wrong = sourceFault(source);
  if (wrong !== undefined) {
    throw new CreateError(`--source ${source} is ${wrong}`, "write github.com/you/NAME, without https://");
  }
  const template = given.template ?? (await askChoice("What does it begin with?", templates));
  const runner = given.runner ?? (await askChoice("What runs its tests?", runners));
  const tarballs = given.packages === undefined ? undefined : resolve(cwd, given.packages);
  const { specifiers, copy } = packagesFrom(tarballs, version);
  const sources = templateFiles(template, runner, { name, source });
  const files = writeProject(folder, shown, { name, source, template, runner, packages: specifiers, sources });
  copy(folder);
  return { folder: shown, files, tryOut: template.tryOut };
}

function sourceFault(source: string): string | undefined {
  const isAddress = /^(?:github|gitlab)\.com(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*){2,}$/.test(source);
  return isAddress ? undefined : "no address at a forge, such as github.com/you/NAME";
}

function folderFault(cwd: string, name: string): string | undefined {
  try {
    const folder = resolve(cwd, name);
    checkFolder(folder, name);
    return nameFault(nameOf(basename(folder)));
  } catch (error) {
    if (error instanceof CreateError) return error.message;
    throw error;
  }
}

/** The folder's name in the letters that a plugin's may have. */
function nameOf(folder: string): string {
  return folder.replace(/[^A-Za-z0-9_-]+/g, "-").replace(/^[^A-Za-z]+|-+$/g, "");
}

function nameFault(name: string): string | undefined {
  return /^[A-Za-z][A-Za-z0-9_-]{0,63}$/.test(name)
    ? undefined
    : "it begins with a letter, and has up to 64 of A-Z a-z 0-9 _ -";
}
