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
    enter(request, signal) {
      const since = clock.now();
      const waitsFor = behind(request);
      const back: (() => void)[] = [];
      const release = (): void => {
        for (const giveBack of back.splice(0).reverse()) giveBack();
      };
      return new Promise((resolve, reject) => {
        const abort = (): void => {
          release();
          reject(signal.reason);
        };
        if (signal.aborted) return abort();
        signal.addEventListener("abort", abort, { once: true });
        /** Asks for one lock after the other, without a pause between them: the order in one is that in the next. */
        const ask = ([lock, ...rest]: readonly Wanted[]): void => {
          if (lock === undefined) {
            signal.removeEventListener("abort", abort);
            resolve({ waited: { ms: clock.now() - since, behind: waitsFor }, release });
            return;
          }
          let isGranted = false;
          let isAsked = false;
          const leave = lockOf(lock.name).ask(lock.hold, request.operation, () => {
            isGranted = true;
            if (isAsked) ask(rest);
          });
          back.push(() => {
            leave();
            forget(lock.name);
          });
          isAsked = true;
          if (isGranted) ask(rest);
        };
        ask(locksOf(request));
      });
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
