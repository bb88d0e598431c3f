import type { Logger } from "../kernel/client.js";
import { ToolError } from "../operation/errors.js";
import type { Platform, Scope } from "../operation/platform.js";
import type { Programs } from "../operation/program.js";
import { strayError } from "../operation/stray.js";

/** Where code of the author's runs that belongs to no call. */
export interface OwnCodeOptions {
  readonly platform: Platform;
  readonly log: Logger;
  /** Names it in logs. */
  readonly label: string;
  readonly signal: AbortSignal;
  /** What it may run. */
  readonly programs?: Programs;
}

/**
 * Runs code of the author's in a scope of its own, and no longer than the signal allows: what it still gives after that
 * is passed to `late`. Errors that nobody caught fail it as well.
 */
export function runOwnCode<T>(
  { platform, log, label, signal, programs }: OwnCodeOptions,
  run: () => T | Promise<T>,
  late: (value: T) => void,
): Promise<T> {
  if (signal.aborted) return Promise.reject(signal.reason);
  return new Promise((resolve, reject) => {
    let pending = true;
    const settle = (): boolean => {
      const first = pending;
      pending = false;
      signal.removeEventListener("abort", onAbort);
      return first;
    };
    const onAbort = () => {
      if (settle()) reject(signal.reason);
    };
    const fail = (error: unknown): boolean => {
      const first = settle();
      if (first) reject(error);
      return first;
    };
    const scope: Scope = { label, log, fail: (error) => fail(uncaught(error)), ...(programs && { programs }) };
    signal.addEventListener("abort", onAbort, { once: true });
    platform
      .enter(scope, async () => run())
      .then((value) => {
        if (settle()) resolve(value);
        else late(value);
      }, fail);
  });
}

function uncaught(error: unknown): ToolError {
  const { category, message, details } = strayError(error);
  return new ToolError(category, message, { details });
}

/** A signal that follows others until `done` is called, and then never aborts any more. */
export function followUntilDone(...signals: readonly AbortSignal[]): { readonly signal: AbortSignal; done(): void } {
  const controller = new AbortController();
  const undo = signals.map((signal) => {
    const follow = () => controller.abort(signal.reason);
    if (signal.aborted) follow();
    else signal.addEventListener("abort", follow, { once: true });
    return () => signal.removeEventListener("abort", follow);
  });
  return {
    signal: controller.signal,
    done() {
      for (const forget of undo) forget();
    },
  };
}
