import { join, relative, resolve } from "node:path";
import type { Command, Io } from "../command.js";
import { type Described, describePlugin } from "../describe/describe.js";
import { tellFailure } from "../failure.js";
import { CommandError, usageError } from "../problem.js";
import { progress } from "../progress.js";
import { findFiles } from "../source/source-file.js";
import { jsonText } from "../text.js";
import { type Change, compareOffers } from "./compare.js";
import { lockText, readLock, writeLock } from "./lock.js";
import { type Bump, bumpFor, isAtLeast, nextVersion } from "./verdict.js";

const fileName = "plugin.schema.json";

/** `plugwright schema` */
export const schemaCommand: Command = {
  name: "schema",
  about: `Prints what a plugin promises: its operations with their schemas, its prompts and its configuration, in a form that is
the same for the same plugin. With --lock it is written to ${fileName}, to be committed; with --check it is compared
with that file.
A change is breaking (what was right before may be wrong now), additive, or wording, and asks for a version: major, minor
and patch; below 1.0.0 minor, patch and patch. --lock refuses to write a change without the version that it asks for.
--check fails if the file is not what the plugin promises.
FILE is a plugin's source (src/plugin.ts, else src/main.ts), or an executable. There may be several, and patterns.`,
  positionals: { usage: "[FILE...]", most: Number.POSITIVE_INFINITY },
  options: [
    { name: "lock", help: "write the file" },
    { name: "check", help: "compare with the file, and fail if anything differs" },
    {
      name: "lock-file",
      value: "PATH",
      help: `where the file is (${fileName} beside the package.json of FILE; for an executable, its name and .schema.json)`,
    },
    { name: "conditions", value: "NAME", help: "take what a package exports under this condition; may be repeated" },
    { name: "json", help: "print the result as JSON: changes, the version that they ask for, and whether that is it" },
  ],
  async run(args, io) {
    const { cwd, out, err } = io;
    const [lock, check] = [args.has("lock"), args.has("check")];
    if (lock && check) throw usageError("--lock and --check exclude each other", "--lock writes what --check compares");
    const given = args.value("lock-file");
    const files = await findFiles(cwd, args.positionals);
    if (given !== undefined && files.length > 1) {
      throw usageError("--lock-file is one file, and there are several plugins", "leave it out");
    }
    let failed: CommandError | undefined;
    const seen = new Set<string>();
    for (const file of files) {
      const describing = describePlugin(file, { cwd, conditions: args.values("conditions"), print: err });
      const plugin = await progress(io, "reading", describing);
      if (!lock && !check) {
        out(files.length === 1 ? lockText(plugin) : jsonText(JSON.parse(lockText(plugin)), files.length));
        continue;
      }
      const path = given === undefined ? lockPath(plugin, file) : resolve(cwd, given);
      const shown = relative(cwd, path);
      if (seen.has(path)) throw usageError(`several plugins have the lock file ${shown}`, "give each a --lock-file");
      seen.add(path);
      const compared = compare(plugin, path, shown);
      const { changed: _changed, ...told } = compared;
      out(args.has("json") ? jsonText(told, files.length) : comparisonText(compared));
      const problem = lock ? lockNow(plugin, path, compared, io) : checkNow(compared);
      failed ??= problem;
    }
    return failed && tellFailure("schema", failed, args, io);
  },
};

/** Beside the author's `package.json`; for an executable, beside that. */
function lockPath({ project }: Described, file: string): string {
  return project === undefined ? `${file}.schema.json` : join(project, fileName);
}

/** What came of a comparison. */
interface Comparison {
  readonly plugin: string;
  readonly file: string;
  /** The version that was locked. Absent where there is no file. */
  readonly locked: string | undefined;
  readonly version: string;
  readonly changes: readonly Change[];
  readonly bump: Bump;
  /** The least version for what has changed. */
  readonly wanted: string;
  /** Whether the plugin has it. */
  readonly raised: boolean;
  /** Whether another text would be written. */
  readonly changed: boolean;
}

function compare(plugin: Described, path: string, shown: string): Comparison {
  const { name, version } = plugin;
  const locked = readLock(path, shown);
  const of = { plugin: name, file: shown, locked: locked?.version, version };
  if (locked === undefined) return { ...of, changes: [], bump: "none", wanted: version, raised: true, changed: true };
  const changes = compareOffers(locked, plugin);
  const bump = bumpFor(changes, locked.version);
  const wanted = nextVersion(locked.version, bump);
  const changed = locked.text !== lockText(plugin);
  return { ...of, changes, bump, wanted, raised: isAtLeast(version, wanted), changed };
}

function comparisonText({ plugin, file, locked, version, changes, bump, wanted, raised }: Comparison): string {
  if (locked === undefined) return `${plugin} ${version}: there is no ${file} yet\n`;
  const lines = changes.map(({ kind, subject, message }) => `  ${kind.padEnd(8)} ${subject}: ${message}`);
  const from = version === locked ? `${plugin} ${version}` : `${plugin} ${locked} -> ${version}`;
  const verdict =
    changes.length === 0
      ? `offers what ${file} says`
      : `${bump} change, which asks for ${wanted}${raised ? "" : `, and this is ${version}`}`;
  return [`${from}: ${verdict}`, ...lines].map((line) => `${line}\n`).join("");
}

function lockNow(plugin: Described, path: string, compared: Comparison, { err }: Io): CommandError | undefined {
  const { file, locked, version, wanted, raised, bump } = compared;
  if (!raised) {
    const reason =
      bump === "none"
        ? `the file is of version ${locked}, and the plugin of ${version}, which is lower`
        : `it is a ${bump} change, and the version is still ${version}`;
    const hint = `raise it to ${wanted} or more in definePlugin and package.json`;
    return new CommandError("the change is not locked", [{ where: file, reason, hint }]);
  }
  writeLock(path, file, plugin);
  err(`wrote ${file}\n`);
  return undefined;
}

function checkNow({ file, locked, version, changes, wanted, raised, changed }: Comparison): CommandError | undefined {
  const run = "run plugwright schema --lock, and commit the file";
  if (locked === undefined) {
    return new CommandError("there is nothing to check", [{ where: file, reason: "the file is not there", hint: run }]);
  }
  if (!changed) return undefined;
  const reason =
    changes.length > 0
      ? "the plugin promises something else"
      : locked === version
        ? "the same would be written in another order"
        : `it is of version ${locked}, and the plugin is ${version}`;
  const hint = raised ? run : `raise the version to ${wanted} or more, then ${run}`;
  return new CommandError("the lock file is not up to date", [{ where: file, reason, hint }]);
}
