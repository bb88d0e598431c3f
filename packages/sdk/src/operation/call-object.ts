import type { Kernel, Logger } from "../kernel/client.js";
import type { Call, Did, Emits, Execs, PreviewCall } from "./call.js";
import type { CallDeadline } from "./deadline.js";
import type { CallRequest, Environment } from "./environment.js";
import { ToolError } from "./errors.js";

/** What a call object is made of. */
export interface CallParts {
  readonly request: CallRequest;
  readonly environment: Environment;
  readonly signal: AbortSignal;
  readonly deadline: CallDeadline | undefined;
  readonly log: Logger;
}

/** What a preview gets: nothing that sends, locks or reports. */
export function previewCall({ request, environment, signal, deadline, log }: CallParts): PreviewCall {
  const { platform, config, ctx } = environment;
  const { workingDirectory, sessionId } = request;
  return {
    id: request.id,
    sessionId,
    turnId: request.turnId,
    workingDirectory,
    signal,
    deadline: deadline?.at,
    config,
    ctx,
    log,
    kernel: kernelOf(environment.kernel, sessionId),
    resolvePath(path) {
      const absolute = platform.resolvePath(workingDirectory, path);
      if (absolute !== undefined) return absolute;
      throw new ToolError(
        "invalid_arguments",
        `the path ${JSON.stringify(path)} is relative, but the call has no working directory: give an absolute path`,
      );
    },
  };
}

/** What a handler gets: methods that were not declared are not there. */
export function handlerCall(
  parts: CallParts,
  lock: (key: string) => void,
  sends: Partial<Emits & Execs>,
  did: Did | undefined,
): Call {
  return Object.freeze({ ...previewCall(parts), lock, ...sends, ...did });
}

function kernelOf(kernel: Kernel, sessionId: string | undefined): Kernel {
  return {
    get connected() {
      return kernel.connected;
    },
    emit: (event) => kernel.emit({ ...event, sessionId: event.sessionId ?? sessionId }),
    countTokens: (text) => kernel.countTokens(text),
    getConfig: () => kernel.getConfig(),
  };
}
