import type { Encoding, ExecOptions, ExecResult, ProgramObserver } from "../../operation/program.js";
import { attend } from "./attend.js";
import { createCollector } from "./collect.js";
import { commandOf } from "./command.js";
import { marked, programEnvironment } from "./environment.js";
import { feed } from "./feed.js";
import type { Household, Running } from "./household.js";
import { launch } from "./launch.js";
import { failure, resultOf } from "./result.js";
import { startFailure } from "./start-failure.js";
import { createTail } from "./tail.js";
import { endTrees, killAfter, type Tree } from "./tree.js";

/** A program that somebody wants to be run. */
export interface Request<E extends Encoding> {
  readonly file: string;
  readonly args: readonly string[];
  readonly options: ExecOptions<E>;
  readonly observer: ProgramObserver | undefined;
}

const defaultMaxBuffer = 1024 * 1024;
let programs = 0;

/** Runs a program from its start to its result. */
export async function runProgram<E extends Encoding>(
  household: Household,
  { file, args, options, observer }: Request<E>,
): Promise<ExecResult<E>> {
  const { surroundings, host, running, trees } = household;
  const { maxBuffer = defaultMaxBuffer, input, signal } = options;
  const command = commandOf(file, args, options, surroundings.workingDirectory);
  const refused = household.ended();
  if (refused !== undefined) throw refused.reason;
  signal?.throwIfAborted();

  const watcher = household.watch();
  const token = `${household.token}${++programs};`;
  const environment = programEnvironment(process.env, surroundings.redactor, options.env);
  const launched = launch(command, marked(environment, token), input !== undefined);
  if ("failure" in launched) throw await startFailure(await launched.failure, command, environment);

  const { child, pid } = launched;
  const tree: Tree = { pid, token, exited: false, left: new Map() };
  trees.add(tree);
  watcher.add(pid);
  const collectors = { stdout: createCollector(maxBuffer), stderr: createCollector(maxBuffer) };
  const tail = options.check === true ? createTail() : undefined;
  const attended = attend(
    child,
    (data, to) => {
      collectors[to].add(data);
      if (to === "stderr") tail?.add(data);
      return observer?.output(data, to);
    },
    () => {
      tree.exited = true;
      tree.left = host.leftOf(pid);
      if (tree.left.size === 0) trees.delete(tree);
      watcher.left(pid, tree.left);
    },
  );
  let stopped: { readonly reason: unknown } | undefined;
  const program: Running = {
    done: attended.done,
    stop(reason) {
      stopped ??= { reason };
      child.stdin?.destroy();
      attended.hurry();
    },
    giveUp: attended.giveUp,
  };
  running.add(program);
  let ending: Promise<void> | undefined;
  const end = async (reason: unknown): Promise<void> => {
    program.stop(reason);
    const killAt = performance.now() + killAfter;
    const own = () => (trees.has(tree) ? [tree] : []);
    const left = await endTrees(host, { token, trees: own, killAt: () => killAt });
    if (left.length > 0) attended.giveUp();
  };
  const onAbort = () => {
    ending ??= end(signal?.reason);
  };
  signal?.addEventListener("abort", onAbort, { once: true });
  if (child.stdin !== null && input !== undefined) {
    feed(child.stdin, input, (error) => {
      ending ??= end(error);
    });
  }

  const status = await attended.done;
  running.delete(program);
  signal?.removeEventListener("abort", onAbort);
  if (status !== undefined) observer?.exited(status);
  await ending;
  if (stopped !== undefined || status === undefined) throw stopped?.reason;
  if (tail !== undefined && status.code !== 0) throw failure(file, status, tail.text(surroundings.redactor));
  return resultOf(status, collectors, options.encoding, surroundings.redactor);
}
