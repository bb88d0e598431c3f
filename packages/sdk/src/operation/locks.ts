import { ToolError } from "./errors.js";

/** The keys that calls of one plugin hold: what `call.lock` takes. */
export interface Locks {
  /** @throws ToolError `concurrency_conflict` when another owner holds the key. */
  take(owner: object, key: string): void;
  releaseAll(owner: object): void;
}

export function createLocks(): Locks {
  const owners = new Map<string, object>();
  const held = new Map<object, string[]>();
  return {
    take(owner, key) {
      if (typeof key !== "string" || key === "")
        throw new TypeError("call.lock: the key must be a string with something in it");
      const holder = owners.get(key);
      if (holder === owner) return;
      if (holder !== undefined)
        throw new ToolError("concurrency_conflict", `another call is working on ${JSON.stringify(key)}`);
      owners.set(key, owner);
      const keys = held.get(owner);
      if (keys === undefined) held.set(owner, [key]);
      else keys.push(key);
    },
    releaseAll(owner) {
      for (const key of held.get(owner) ?? []) owners.delete(key);
      held.delete(owner);
    },
  };
}
