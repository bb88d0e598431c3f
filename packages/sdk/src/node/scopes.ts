import { AsyncLocalStorage } from "node:async_hooks";
import type { Platform, Scope } from "../operation/platform.js";

/**
 * Which stray errors are taken. `"all"`: the process is the plugin's own. `"own rejections"`: the process
 * is somebody else's; what does not come from a handler keeps the effect that Node gives it.
 */
export type StrayPolicy = "all" | "own rejections";

/** Where running code belongs, over every await and timer. */
export interface Scopes extends Pick<Platform, "enter" | "onStray"> {
  /** Runs `fn` outside of any scope. */
  leave<T>(fn: () => T): T;
}

const storage = new AsyncLocalStorage<Scope>();
let hooks = 0;

export function createScopes(policy: StrayPolicy): Scopes {
  const own = new WeakSet<Scope>();
  return {
    enter(scope, fn) {
      own.add(scope);
      return storage.run(scope, fn);
    },
    leave: (fn) => storage.exit(fn),
    onStray(listener) {
      const mine = (scope: Scope | undefined) => (scope === undefined ? policy === "all" : own.has(scope));
      const onRejection = (error: unknown) => {
        const scope = storage.getStore();
        if (mine(scope)) listener({ error, kind: "rejection", scope });
        // Listening took Node's own answer away: without another listener it is given here.
        else if (scope === undefined && process.listenerCount("unhandledRejection") === hooks) throw error;
      };
      const onException = (error: unknown) => {
        const scope = storage.getStore();
        listener({ error, kind: "exception", scope: scope !== undefined && own.has(scope) ? scope : undefined });
      };
      hooks++;
      process.on("unhandledRejection", onRejection);
      if (policy === "all") process.on("uncaughtException", onException);
      return () => {
        hooks--;
        process.off("unhandledRejection", onRejection);
        process.off("uncaughtException", onException);
      };
    },
  };
}
