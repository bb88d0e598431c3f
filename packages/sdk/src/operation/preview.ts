import type { RenderTree } from "@plugwright/protocol/render";
import { parseArguments } from "./arguments.js";
import { callFields } from "./call-fields.js";
import { previewCall } from "./call-object.js";
import { classify } from "./classify.js";
import type { CompiledOperation } from "./compile.js";
import { callDeadline } from "./deadline.js";
import { isStopped } from "./ending.js";
import type { CallRequest, Environment, Transport } from "./environment.js";
import type { Scope } from "./platform.js";
import { receiverOf } from "./provider.js";
import { type Answer, failed, unimplemented } from "./status.js";
import { callStop } from "./stop.js";
import { strayError } from "./stray.js";
import { treeAnswer } from "./tree-answer.js";
import { redactError } from "./wire-error.js";

/** Shows what a call would do, without doing it: arguments are checked, then the author's preview runs. */
export async function runPreview(
  compiled: CompiledOperation,
  request: CallRequest,
  transport: Omit<Transport, "sink">,
  environment: Environment,
): Promise<Answer<RenderTree>> {
  const { operation } = compiled;
  const { preview } = operation;
  if (preview === undefined) return unimplemented(`${operation.name} has no preview`);
  const { platform, redactor } = environment;
  const log = environment.logger({ ...callFields(operation.name, request), preview: true });
  const deadline = callDeadline(transport.dueAt, operation.timeoutMs, platform.now());
  const programs = platform.programs({ workingDirectory: request.workingDirectory, redactor, log });
  const scope: Scope = {
    label: `preview ${request.id.slice(0, 64)} of ${operation.name}`,
    fail: (error) => stop.fail(strayError(error)),
    log,
    programs,
  };
  const stop = callStop({ transport: transport.signal, deadline, platform, scope });
  const failure = (thrown: unknown) => failed(redactError(stop.failure() ?? classify(thrown, stop.signal), redactor));
  const make = async (): Promise<Answer<RenderTree>> => {
    if (stop.signal.aborted) throw stop.signal.reason;
    const args = await parseArguments(compiled, request.arguments, { log, redactor });
    if (isStopped(stop)) throw stop.signal.reason;
    const call = Object.freeze(previewCall({ request, environment, signal: stop.signal, deadline, log }));
    return treeAnswer(await preview.call(receiverOf(operation, environment.instances), args, call), environment);
  };
  const made = platform.enter(scope, make).catch(failure);
  const result = await Promise.race([made, stop.reached.then(() => failure(undefined))]);
  await programs.end(stop.signal.reason, deadline?.patience);
  stop.finish();
  return result;
}
