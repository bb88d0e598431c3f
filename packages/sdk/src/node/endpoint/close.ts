import type { Server } from "node:net";
import { performance } from "node:perf_hooks";
import type { Connections } from "./connections.js";

// What running calls get, and what is left to flush their last messages if they take all of it.
const graceMs = 1000;
const flushMs = 100;

/**
 * Closes an endpoint: no new connections and calls, then the caller's hook, then the signal of every handler, then, a
 * second after the start, whatever is still open. Resolves when all of it is closed.
 * @throws what `beforeClose` threw, after everything is closed.
 */
export async function closeEndpoint(options: {
  readonly server: Server;
  readonly connections: Connections;
  readonly beforeClose: () => Promise<void>;
  readonly abort: () => void;
}): Promise<void> {
  const { server, connections, beforeClose, abort } = options;
  const started = performance.now();
  // Called now, looked at later: a failure must not keep the rest from being closed.
  const hook = (async () => beforeClose())().then(
    () => ({ failed: false, reason: undefined }),
    (reason: unknown) => ({ failed: true, reason }),
  );
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  connections.release();

  const outcome = await within(graceMs, hook);
  abort();
  const left = graceMs - (performance.now() - started);
  await within(Math.max(left, flushMs), closed);
  connections.destroy();
  await within(flushMs, closed);
  if (outcome?.failed) throw outcome.reason;
}

/** The promise's value, or undefined if it takes longer. */
async function within<T>(ms: number, promise: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
