import { createClient } from "@connectrpc/connect";
import { GRPCController } from "../gen/plugin/grpc_controller_pb.js";
import type { Connection } from "../transport.js";
import { settlesWithin } from "../waiting.js";
import type { Exit, PluginProcess } from "./process.js";

/** How a plugin ended that was told to. */
export interface KillOutcome extends Exit {
  /** Whether it went by itself. Otherwise it was killed. */
  readonly graceful: boolean;
  /** How long it took, in milliseconds. */
  readonly ms: number;
}

const rungMs = 2000;

/**
 * Asks a plugin to exit, and kills it where that does not help: it has two seconds to answer, and two more to be gone.
 * Unlike hosts written in Go this one does not wait for ever for the answer of a plugin that hangs.
 */
export async function killLadder(child: PluginProcess, connection: Connection | undefined): Promise<KillOutcome> {
  const started = performance.now();
  let graceful = child.hasExited();
  if (connection !== undefined && !graceful) {
    // A plugin that exits at once has no time to answer.
    const answered = createClient(GRPCController, connection.transport)
      .shutdown({})
      .catch(() => undefined);
    await settlesWithin(rungMs, Promise.race([answered, child.exited]));
    connection.close();
    graceful = await settlesWithin(rungMs, child.exited);
  }
  if (!graceful) child.kill();
  const exit = await child.exited;
  return { ...exit, graceful, ms: performance.now() - started };
}
