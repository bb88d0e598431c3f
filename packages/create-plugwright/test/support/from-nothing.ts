import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pack, run } from "../../../../scripts/pack.mjs";

const root = join(import.meta.dirname, "../../../..");

/**
 * What npm and its scripts get to see: nothing of the test's own runner.
 * @param temporary takes what they leave, as Jest does
 */
function authorEnvironment(temporary: string): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(npm_|NODE_OPTIONS$|NODE_ENV$|JEST_|VITEST|INIT_CWD$)/.test(name),
  );
  return {
    ...Object.fromEntries(kept),
    NO_COLOR: "1",
    npm_config_prefer_offline: "true",
    npm_config_update_notifier: "false",
    TMPDIR: temporary,
  };
}

/** An empty folder in which an author begins, with the packages as they are published. */
export interface Beginning {
  readonly folder: string;
  /** What the author's programs write, and nobody wants. */
  readonly temporary: string;
  /** What programs of the author get to see. */
  readonly env: NodeJS.ProcessEnv;
  /** Where the tarballs are. */
  readonly tarballs: string;
  /** Runs `npm create plugwright` in it, as far as npm does not ask a registry for it. */
  readonly create: (...args: string[]) => Promise<string>;
  /** Runs a program in a project. Rejects with all that it prints if it fails. */
  readonly run: (project: string, command: string, ...args: string[]) => Promise<string>;
  readonly remove: () => void;
}

export async function begin(): Promise<Beginning> {
  const packed = await pack(root);
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "from-nothing-")));
  const tarball = packed.find(({ name }) => name === "create-plugwright")?.tarball ?? "";
  const [empty, temporary] = [join(folder, "author"), join(folder, "temporary")];
  for (const made of [empty, temporary]) mkdirSync(made);
  const env = authorEnvironment(temporary);
  return {
    folder: empty,
    temporary,
    env,
    tarballs: dirname(tarball),
    create: (...args) =>
      run("npm", ["exec", "--yes", `--package=${tarball}`, "--", "create-plugwright", ...args], empty, env),
    run: (project, command, ...args) => run(command, args, project, env),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
