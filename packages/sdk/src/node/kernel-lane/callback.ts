import type { Transport } from "@connectrpc/connect";
import type { Kernel } from "../../kernel/client.js";
import type { KernelClient } from "./kernel-client.js";
import type { SendBatch } from "./log-batches.js";
import { runtimeContract } from "./runtime-contract.js";

/** Connects to what the kernel serves for this plugin. Rejects when it has not told within `timeoutMs` where. */
export type Dial = (id: number, timeoutMs: number) => Promise<{ readonly transport: Transport }>;

/** How long the kernel may take to tell where it serves, in milliseconds. */
const patience = 5000;
/** A kernel that has kept silent for so long is not waited for again: it is looked whether it has told meanwhile. */
const glance = 10;

/** What the kernel does for its plugins. */
export interface Callback {
  readonly kernel: Kernel;
  readonly sendLog: SendBatch;
}

/** Dials at the first use: the kernel tells where it listens only after it has connected. */
export function createCallback(dial: Dial): Callback {
  let connecting: Promise<KernelClient> | undefined;
  let timeoutMs = patience;
  const connect = async (): Promise<KernelClient> => {
    const { transport } = await dial(runtimeContract.callbackId, timeoutMs);
    // Its messages are most of the protocol: a plugin that is only asked what it is does not wait for them.
    const { kernelClient } = await import("./kernel-client.js");
    return kernelClient(transport);
  };
  const client = (): Promise<KernelClient> => {
    connecting ??= connect().catch((error: unknown) => {
      connecting = undefined;
      timeoutMs = glance;
      throw error;
    });
    return connecting;
  };
  return {
    kernel: Object.freeze<Kernel>({
      connected: true,
      async emit(event) {
        if (event.sessionId === undefined) {
          throw new Error("call.kernel.emit: outside of a call with a session the event's sessionId must be given");
        }
        return (await client()).emit(event);
      },
      countTokens: async (text) => (await client()).countTokens(text),
      getConfig: async () => (await client()).getConfig(),
    }),
    sendLog: async (sessionId, entries) => (await client()).sendLog(sessionId, entries),
  };
}
