import type { JsonObject } from "@plugwright/sdk";
import type { Clock } from "../clock.js";
import type { ConcurrencySpec } from "../operation.js";
import type { Waited } from "../report.js";
import { lockKey } from "./key.js";
import { createLock, type Hold, type Lock } from "./lock.js";

/** What a call excludes. */
export interface LockRequest {
  readonly provider: string;
  readonly operation: string;
  /** Whether a person answers it: then whatever the spec says, it waits for every other one, of all providers. */
  readonly interactive: boolean;
  /** Absent counts as not safe. */
  readonly concurrency: ConcurrencySpec | undefined;
  readonly args: JsonObject;
  /** Excludes every other call of the provider, whatever the spec says. */
  readonly alone?: boolean | undefined;
}

/** A call that has its locks. */
export interface Entry {
  readonly waited: Waited;
  /** Gives them back. Again, it does nothing. */
  release(): void;
}

/** Grants calls their locks (tool-data-types, ConcurrencySpec; kernel-behaviour, calls). */
export interface Scheduler {
  /** Resolves when the call may begin. Rejects with the signal's reason when that aborts first. */
  enter(request: LockRequest, signal: AbortSignal): Promise<Entry>;
  /** The operations that such a call would wait for, each once. */
  behind(request: LockRequest): readonly string[];
}

interface Wanted {
  readonly name: string;
  readonly hold: Hold;
}

export function createScheduler(clock: Clock): Scheduler {
  const locks = new Map<string, Lock>();
  const lockOf = (name: string): Lock => {
    const found = locks.get(name) ?? createLock();
    locks.set(name, found);
    return found;
  };
  const forget = (name: string): void => {
    if (locks.get(name)?.isIdle()) locks.delete(name);
  };
  const behind = (request: LockRequest): readonly string[] => [
    ...new Set(locksOf(request).flatMap(({ name, hold }) => locks.get(name)?.ahead(hold) ?? [])),
  ];

  return {
    behind,
    async enter(request, signal) {
      const since = clock.now();
      const waitsFor = behind(request);
      const back: (() => void)[] = [];
      const release = (): void => {
        for (const giveBack of back.splice(0).reverse()) giveBack();
      };
      for (const { name, hold } of locksOf(request)) {
        let granted = (): void => {};
        const grant = new Promise<void>((resolve) => {
          granted = resolve;
        });
        const leave = lockOf(name).ask(hold, request.operation, granted);
        back.push(() => {
          leave();
          forget(name);
        });
        try {
          await untilAborted(grant, signal);
        } catch (reason) {
          release();
          throw reason;
        }
      }
      return { waited: { ms: clock.now() - since, behind: waitsFor }, release };
    },
  };
}

/** The locks of a call, in the order in which they are taken: always the provider's before that of a key. */
function locksOf({ provider, operation, interactive, concurrency, args, alone }: LockRequest): Wanted[] {
  if (interactive) return [{ name: "interactive", hold: "exclusive" }];
  const shared = concurrency?.safe === true && alone !== true;
  const ofProvider: Wanted = { name: `provider ${provider}`, hold: shared ? "shared" : "exclusive" };
  if (!shared || concurrency.keyFields.length === 0) return [ofProvider];
  return [ofProvider, { name: `key ${lockKey(provider, operation, concurrency.keyFields, args)}`, hold: "exclusive" }];
}

async function untilAborted(granted: Promise<void>, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  let stop = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
  });
  signal.addEventListener("abort", stop, { once: true });
  try {
    await Promise.race([granted, aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
