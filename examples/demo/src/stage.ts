import { existsSync, rmSync } from "node:fs";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Clients, connect, type PluginProcess, startPlugin } from "@plugwright/example-support";
import { green, type Out, red } from "./out.js";

/** The repository's root: the demo works on its files. */
export const root = fileURLToPath(new URL("../../../", import.meta.url));

/** A plugin that runs as a process, and its clients. */
export interface Running extends Clients {
  readonly process: PluginProcess;
}

/** What the scenes play on. */
export interface Stage {
  readonly out: Out;
  readonly filesystem: Running;
  readonly releaseTools: Running;
  readonly exec: Running;
  /** A directory outside of the repository, gone afterwards. */
  readonly directory: string;
  /** Says what came out, and remembers what came out wrong. */
  check(what: string, right: boolean): void;
  /** Ends the plugins and removes the directory. */
  close(): Promise<void>;
}

/** @param wrong Collects what came out wrong. */
export async function openStage(out: Out, wrong: string[]): Promise<Stage> {
  const directory = await realpath(await mkdtemp(join(tmpdir(), "plugwright-demo-")));
  // Should the demo be interrupted, nothing is left either; `startPlugin` does the same for the processes.
  process.once("exit", () => rmSync(directory, { recursive: true, force: true }));
  const [filesystem, releaseTools, exec] = await Promise.all([run("filesystem"), run("release-tools"), run("exec")]);

  const check = (what: string, right: boolean): void => {
    out.line("  ", right ? green("✓") : red("✗ WRONG:"), ` ${what}`);
    if (!right) wrong.push(what);
  };
  return {
    out,
    filesystem,
    releaseTools,
    exec,
    directory,
    check,
    async close() {
      const codes = await Promise.all([filesystem, releaseTools, exec].map((plugin) => plugin.process.stop()));
      await rm(directory, { recursive: true, force: true });
      check("the temporary directory is gone", !existsSync(directory));
      check(
        `all plugins ended on SIGTERM with exit code 0 (${codes.join(", ")})`,
        codes.every((code) => code === 0),
      );
    },
  };
}

async function run(example: string): Promise<Running> {
  const process = await startPlugin(new URL(`../../${example}/src/main.ts`, import.meta.url));
  return { process, ...connect(process) };
}
