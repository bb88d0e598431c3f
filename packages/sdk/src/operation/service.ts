import type { RenderTree } from "@plugwright/protocol/render";
import { suggest } from "../schema/suggest.js";
import { classify } from "./classify.js";
import type { CompiledOperation } from "./compile.js";
import { callDeadline } from "./deadline.js";
import type { CallRequest, Transport } from "./environment.js";
import { abortReason, ToolError } from "./errors.js";
import type { Lease, OperationHost } from "./host.js";
import { runPreview } from "./preview.js";
import { runCall } from "./run.js";
import { type Answer, failed, unimplemented } from "./status.js";
import { boundText } from "./text.js";
import { redactError, toolErrorFields } from "./wire-error.js";

/** What the two services share: finding an operation and running it. */
export interface OperationService {
  /** Runs a call; every failure is its terminal `error` event. Never rejects. */
  invoke(name: string, request: CallRequest, transport: Transport): Promise<void>;
  /** In this order: no such operation, no preview, invalid arguments, the preview. */
  preview(name: string, request: CallRequest, transport: Omit<Transport, "sink">): Promise<Answer<RenderTree>>;
}

/** @param noun What an operation of this service is called: "tool" or "slash command". */
export function operationService(
  noun: string,
  operations: readonly CompiledOperation[],
  host: OperationHost,
): OperationService {
  const byName = new Map(operations.map((compiled) => [compiled.operation.name, compiled]));
  const unknown = (name: string): ToolError => {
    const close = suggest(name, [...byName.keys()]);
    const hint = close === undefined ? "" : `; did you mean ${close}?`;
    return new ToolError(
      "not_found",
      `this plugin has no ${noun} ${JSON.stringify(boundText(host.redactor().text(name), 64))}${hint}`,
    );
  };

  return {
    async invoke(name, request, transport) {
      const refuse = (error: unknown): Promise<void> => {
        const value = toolErrorFields(redactError(classify(error), host.redactor()));
        return transport.sink.write({ case: "error", value }).catch(() => undefined);
      };
      const compiled = byName.get(name);
      if (compiled === undefined) return refuse(unknown(name));
      const { signal, release } = withShutdown(transport.signal, host);
      try {
        const lease = await acquire(host, signal, transport.dueAt);
        await runCall(compiled, request, { ...transport, signal }, lease.environment, lease.release);
      } catch (error) {
        await refuse(error);
      } finally {
        release();
      }
    },

    async preview(name, request, transport) {
      const refuse = (error: unknown) => failed(redactError(classify(error), host.redactor()));
      const compiled = byName.get(name);
      if (compiled === undefined) return refuse(unknown(name));
      if (compiled.operation.preview === undefined) return unimplemented(`${noun} ${name} has no preview`);
      const { signal, release } = withShutdown(transport.signal, host);
      try {
        const lease = await acquire(host, signal, transport.dueAt);
        const made = runPreview(compiled, request, { ...transport, signal }, lease.environment);
        return await made.finally(lease.release);
      } catch (error) {
        return refuse(error);
      } finally {
        release();
      }
    },
  };
}

/**
 * Waits for a configuration no longer than the call may take.
 * @throws The reason of the signal, or of the deadline.
 */
async function acquire(host: OperationHost, signal: AbortSignal, dueAt: number | undefined): Promise<Lease> {
  const { platform } = host;
  const deadline = callDeadline(dueAt, undefined, platform.now());
  const leasing = host.acquire();
  let undo = (): void => undefined;
  const stopped = new Promise<never>((_resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    const late = () => reject(abortReason("deadline", deadline?.totalMs));
    const undoTimer = deadline && platform.after(deadline.stopAfter, late);
    undo = () => {
      undoTimer?.();
      signal.removeEventListener("abort", onAbort);
    };
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
  });
  try {
    return await Promise.race([leasing, stopped]);
  } catch (error) {
    void leasing.then(({ release }) => release()).catch(() => undefined);
    throw error;
  } finally {
    undo();
  }
}

/** The caller's signal, which shutdown aborts as well. */
function withShutdown(caller: AbortSignal, host: OperationHost): { signal: AbortSignal; release: () => void } {
  const controller = new AbortController();
  const forward = () => controller.abort(caller.reason);
  if (caller.aborted) forward();
  else caller.addEventListener("abort", forward, { once: true });
  const forget = host.onShutdown(() => controller.abort(abortReason("shutdown")));
  const release = () => {
    caller.removeEventListener("abort", forward);
    forget();
  };
  return { signal: controller.signal, release };
}
