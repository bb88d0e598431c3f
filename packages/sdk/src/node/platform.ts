import { isAbsolute, resolve } from "node:path";
import type { LogEntry } from "../kernel/client.js";
import type { Platform } from "../operation/platform.js";
import { createPrograms } from "./exec/programs.js";
import { createScopes, type StrayPolicy } from "./scopes.js";

/** How a platform is set up. */
export interface NodePlatformOptions {
  readonly strays: StrayPolicy;
  /** Defaults to JSON lines on stderr. */
  readonly log?: ((entry: LogEntry) => void) | undefined;
  /** Defaults to that of this machine. */
  readonly clock?: Clock | undefined;
  readonly onLateEvent?: Platform["onLateEvent"];
}

/** What the SDK knows of time. */
export type Clock = Pick<Platform, "now" | "after">;

/** The longest delay that a timer of Node takes; beyond it, it would fire at once. */
const longestDelay = 2 ** 31 - 1;

/** Node as the core sees it. */
export function nodePlatform({
  strays,
  log = logToStderr,
  clock = systemClock,
  onLateEvent,
}: NodePlatformOptions): Platform {
  const scopes = createScopes(strays);
  return {
    enter: scopes.enter,
    onStray: scopes.onStray,
    resolvePath(base, path) {
      if (isAbsolute(path)) return resolve(path);
      // A base that is relative itself would be one in the directory of this process.
      return base === undefined || !isAbsolute(base) ? undefined : resolve(base, path);
    },
    programs: createPrograms,
    now: () => clock.now(),
    // A timer is the SDK's own, not part of the call in which it was set.
    after: (ms, fn) => scopes.leave(() => clock.after(ms, fn)),
    log,
    onLateEvent,
  };
}

/** The clock of this machine. Its timers do not keep the process alive: whoever awaits a call does. */
export const systemClock: Clock = { now: Date.now, after };

function after(ms: number, fn: () => void): () => void {
  let timer: NodeJS.Timeout;
  const arm = (left: number): void => {
    timer = setTimeout(() => (left > longestDelay ? arm(left - longestDelay) : fn()), Math.min(left, longestDelay));
    timer.unref();
  };
  arm(ms);
  return () => clearTimeout(timer);
}

/** One JSON object a line: `{ level, time, message, ... }`. Lines that nobody reads are lost; the plugin goes on. */
export function logToStderr({ level, message, fields, time }: LogEntry): void {
  if (process.stderr.listenerCount("error", ignore) === 0) process.stderr.on("error", ignore);
  const head = { level, time: time.toISOString(), message };
  process.stderr.write(`${JSON.stringify({ ...head, ...fields, ...head })}\n`);
}

const ignore = (): void => undefined;
