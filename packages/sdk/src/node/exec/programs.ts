import { ToolError } from "../../operation/errors.js";
import type {
  Encoding,
  ExecOptions,
  ExecResult,
  ProgramObserver,
  ProgramSurroundings,
  Programs,
} from "../../operation/program.js";
import { treeHost } from "./host.js";
import type { Household } from "./household.js";
import { runProgram } from "./run-program.js";
import { endTrees, killAfter, type TreeHost } from "./tree.js";
import { processToken, type Watch, watch } from "./watcher.js";

let calls = 0;

/** Runs programs that have one end in common. */
export function createPrograms(surroundings: ProgramSurroundings, host: TreeHost = treeHost()): Programs {
  let ended: { readonly reason: unknown } | undefined;
  let ending: Promise<void> | undefined;
  let killAt = Number.POSITIVE_INFINITY;
  let watched: Watch | undefined;
  const results = new Set<Promise<unknown>>();
  const household: Household = {
    surroundings,
    host,
    trees: new Set(),
    running: new Set(),
    token: `${processToken}.${++calls}.`,
    watch() {
      watched ??= watch(({ message }) =>
        surroundings.log.warn(`nobody ends this plugin's programs if it is killed: ${message}`),
      );
      return watched;
    },
    ended: () => ended,
  };

  const end = async (): Promise<void> => {
    if (watched === undefined || ended === undefined) return;
    // Whoever does not await a program does not want to hear that it was ended.
    for (const result of results) result.catch(() => undefined);
    for (const program of household.running) program.stop(ended.reason);
    const { token, trees } = household;
    const left = await endTrees(host, { token, trees: () => [...trees], killAt: () => killAt });
    if (left.length > 0) {
      surroundings.log.error("processes could not be ended", { processes: left.map(({ pid }) => pid) });
      for (const program of household.running) program.giveUp();
    }
    await Promise.all([...household.running].map(({ done }) => done));
    watched.release();
  };
  return {
    run<E extends Encoding = "utf8">(
      file: string,
      args: readonly string[] = [],
      options: ExecOptions<E> = {},
      observer?: ProgramObserver,
    ): Promise<ExecResult<E>> {
      const result = runProgram(household, { file, args, options, observer }).finally(() => results.delete(result));
      results.add(result);
      return result;
    },
    end(reason, graceMs = killAfter) {
      if (reason === undefined && ended === undefined && household.running.size > 0) {
        surroundings.log.warn("a program still ran at the end and was ended: await exec()");
      }
      ended ??= { reason: reason ?? new ToolError("cancelled", "the call has ended") };
      killAt = Math.min(killAt, performance.now() + graceMs);
      ending ??= end();
      return ending;
    },
  };
}
