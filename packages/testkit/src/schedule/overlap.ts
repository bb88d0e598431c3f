import { lockKey } from "./key.js";
import type { LockRequest } from "./scheduler.js";

/** Whether two calls may run at the same time, by the rules alone. */
export function mayOverlap(a: LockRequest, b: LockRequest): boolean {
  if (a.interactive || b.interactive) return !(a.interactive && b.interactive);
  if (a.provider !== b.provider) return true;
  const isSafe = ({ concurrency, alone }: LockRequest) => concurrency?.safe === true && alone !== true;
  if (!isSafe(a) || !isSafe(b)) return false;
  const keyOf = ({ provider, operation, concurrency, args }: LockRequest) =>
    concurrency === undefined || concurrency.keyFields.length === 0
      ? undefined
      : lockKey(provider, operation, concurrency.keyFields, args);
  const key = keyOf(a);
  return key === undefined || key !== keyOf(b);
}
