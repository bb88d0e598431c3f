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

/** The call, preview or setup that the running code belongs to. */
export function currentScope(): Scope | undefined {
  return shared.storage.getStore();
}

/** What the copies of the SDK in one process have in common: two may be loaded, as ES module and as CommonJS. */
interface Shared {
  /** A handler of one copy may call a function of the other, which must find the same call. */
  readonly storage: AsyncLocalStorage<Scope>;
  /** How many listeners of ours the process has. A copy that knew only its own would take the others' for the author's. */
  hooks: number;
}

const shared = sharedState();

export function createScopes(policy: StrayPolicy): Scopes {
  const own = new WeakSet<Scope>();
  return {
    enter(scope, fn) {
      own.add(scope);
      return shared.storage.run(scope, fn);
    },
    leave: (fn) => shared.storage.exit(fn),
    onStray(listener) {
      const mine = (scope: Scope | undefined) => (scope === undefined ? policy === "all" : own.has(scope));
      const onRejection = (error: unknown) => {
        const scope = shared.storage.getStore();
        if (mine(scope)) listener({ error, kind: "rejection", scope });
        // Listening took Node's own answer away: without another listener it is given here.
        else if (scope === undefined && process.listenerCount("unhandledRejection") === shared.hooks) throw error;
      };
      const onException = (error: unknown) => {
        const scope = shared.storage.getStore();
        listener({ error, kind: "exception", scope: scope !== undefined && own.has(scope) ? scope : undefined });
      };
      shared.hooks++;
      process.on("unhandledRejection", onRejection);
      if (policy === "all") process.on("uncaughtException", onException);
      return () => {
        shared.hooks--;
        process.off("unhandledRejection", onRejection);
        process.off("uncaughtException", onException);
      };
    },
  };
}

/** Versions meet here as well: whoever changes the shape takes another key. */
function sharedState(): Shared {
  const key = Symbol.for("@plugwright/sdk/scopes");
  const found = Reflect.get(globalThis, key) as Shared | undefined;
  if (found !== undefined) return found;
  const made: Shared = { storage: new AsyncLocalStorage(), hooks: 0 };
  Object.defineProperty(globalThis, key, { value: made });
  return made;
}
