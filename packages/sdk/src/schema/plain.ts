/** Whether the value is an object that one may look into by key. Arrays are. */
export function isRecord(value: unknown): value is Record<PropertyKey, unknown> {
  return typeof value === "object" && value !== null;
}

/** What an object holds under a key, own or inherited; `undefined` for everything that is no object. */
export function memberOf(value: unknown, key: PropertyKey): unknown {
  return isRecord(value) ? value[key] : undefined;
}

/**
 * Whether the value is a plain object: made by a literal, or without a prototype. Decided by structure, never by
 * `instanceof`, so that objects of another realm (a worker, a `vm` context, a test runner) count as well.
 */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  if (Object.prototype.toString.call(value) !== "[object Object]") return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === null) return true;
  // Every realm's Object.prototype ends its chain and owns isPrototypeOf; `class extends null` only ends it.
  return isRecord(prototype) && Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype, "isPrototypeOf");
}

/** Whether the value is a Date of any realm. */
export function isDate(value: unknown): value is Date {
  return hasTag(value, "Date") && holds(() => Date.prototype.getTime.call(value));
}

/** Whether the value is a Map of any realm. */
export function isMap(value: unknown): value is Map<unknown, unknown> {
  return hasTag(value, "Map") && holds(() => Map.prototype.has.call(value, undefined));
}

/** Whether the value is a Set of any realm. */
export function isSet(value: unknown): value is Set<unknown> {
  return hasTag(value, "Set") && holds(() => Set.prototype.has.call(value, undefined));
}

/** Sets an own property, whatever its name: assigning to `__proto__` would change the prototype instead. */
export function setOwn<T>(target: { [key: string]: T }, key: string, value: T): void {
  if (key === "__proto__") {
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  } else {
    target[key] = value;
  }
}

function hasTag(value: unknown, tag: string): boolean {
  return typeof value === "object" && Object.prototype.toString.call(value) === `[object ${tag}]`;
}

// A tag can be claimed by anyone; the built-in's own method throws unless the value really is one.
function holds(probe: () => unknown): boolean {
  try {
    probe();
    return true;
  } catch {
    return false;
  }
}
