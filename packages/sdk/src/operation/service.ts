import type { RenderTree } from "@plugwright/protocol/render";
import { suggest } from "../schema/suggest.js";
import { classify } from "./classify.js";
import type { CompiledOperation } from "./compile.js";
import type { CallRequest, Transport } from "./environment.js";
import { abortReason, ToolError } from "./errors.js";
import type { Lease, OperationHost } from "./host.js";
import { runPreview } from "./preview.js";
import { runCall } from "./run.js";
import { type Answer, failedBy, unimplemented } from "./status.js";
import { toolErrorFields } from "./wire-error.js";

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
    return new ToolError("not_found", `this plugin has no ${noun} ${JSON.stringify(name.slice(0, 64))}${hint}`);
  };

  return {
    async invoke(name, request, transport) {
      const refuse = (error: unknown): Promise<void> =>
        transport.sink.write({ case: "error", value: toolErrorFields(classify(error)) }).catch(() => undefined);
      const compiled = byName.get(name);
      if (compiled === undefined) return refuse(unknown(name));
      let lease: Lease;
      try {
        lease = await host.acquire();
      } catch (error) {
        return refuse(error);
      }
      const { signal, release } = withShutdown(transport.signal, host);
      try {
        await runCall(compiled, request, { ...transport, signal }, lease.environment);
      } finally {
        release();
        lease.release();
      }
    },

    async preview(name, request, transport) {
      const compiled = byName.get(name);
      if (compiled === undefined) return failedBy(unknown(name));
      if (compiled.operation.preview === undefined) return unimplemented(`${noun} ${name} has no preview`);
      let lease: Lease;
      try {
        lease = await host.acquire();
      } catch (error) {
        return failedBy(error);
      }
      const { signal, release } = withShutdown(transport.signal, host);
      try {
        return await runPreview(compiled, request, { ...transport, signal }, lease.environment);
      } finally {
        release();
        lease.release();
      }
    },
  };
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
