import type { RenderTree } from "@plugwright/protocol/render";
import { parseArguments } from "./arguments.js";
import { previewCall } from "./call-object.js";
import { classify } from "./classify.js";
import type { CompiledOperation } from "./compile.js";
import { callDeadline } from "./deadline.js";
import type { CallRequest, Environment, Transport } from "./environment.js";
import type { Scope } from "./platform.js";
import { receiverOf } from "./provider.js";
import { redactTree } from "./redact-tree.js";
import { type Answer, answer, failed, unimplemented } from "./status.js";
import { callStop } from "./stop.js";
import { strayError } from "./stray.js";
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
  const log = environment.logger({ call_id: request.id, operation: operation.name, preview: true });
  const deadline = callDeadline(transport.timeoutMs, operation.timeoutMs, platform.now());
  const scope: Scope = {
    label: `preview ${request.id} of ${operation.name}`,
    fail: (error) => stop.fail(strayError(error)),
    log,
  };
  const stop = callStop({ transport: transport.signal, deadline, platform, scope });
  const make = async (): Promise<RenderTree> => {
    const args = await parseArguments(compiled, request.arguments, log);
    const call = Object.freeze(previewCall({ request, environment, signal: stop.signal, deadline, log }));
    return preview.call(receiverOf(operation, environment.instances), args, call);
  };
  const failure = (thrown: unknown) => failed(redactError(stop.failure() ?? classify(thrown, stop.signal), redactor));
  const made = platform.enter(scope, make).then((tree) => answer(redactTree(tree, redactor)), failure);
  const result = await Promise.race([made, stop.reached.then(() => failure(undefined))]);
  stop.finish();
  return result;
}
