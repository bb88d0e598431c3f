import { isDate, isMap, isPlainObject, isSet, setOwn } from "./plain.js";

/**
 * A copy that shares no plain object, array, Map, Set or Date with the original, so that whoever gets it may write to
 * it. Other class instances are kept by reference: nobody but their author knows how to copy them. What the original
 * uses twice, or in a circle, the copy does as well; what is frozen there is frozen here.
 *
 * zod clones the top level of a default value only, so without this a handler would write into the default of the
 * next call.
 */
export function privateCopy(value: unknown): unknown {
  return copyOf(value, new Map());
}

function copyOf(value: unknown, made: Map<object, unknown>): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (made.has(value)) return made.get(value);
  if (Array.isArray(value)) {
    // Not map(): the copy must be known before its items are copied, for they may lead back to it.
    const list: unknown[] = [];
    return finish(value, list, made, () => {
      for (const item of value) list.push(copyOf(item, made));
    });
  }
  if (isPlainObject(value)) {
    const object: Record<PropertyKey, unknown> = Object.getPrototypeOf(value) === null ? Object.create(null) : {};
    return finish(value, object, made, () => {
      for (const [key, member] of Object.entries(value)) setOwn(object, key, copyOf(member, made));
      for (const key of Object.getOwnPropertySymbols(value)) {
        // zod 4 parses symbol keys too.
        if (Object.prototype.propertyIsEnumerable.call(value, key)) object[key] = copyOf(Reflect.get(value, key), made);
      }
    });
  }
  if (isMap(value)) {
    const map = new Map<unknown, unknown>();
    return finish(value, map, made, () => {
      for (const [key, member] of value) map.set(copyOf(key, made), copyOf(member, made));
    });
  }
  if (isSet(value)) {
    const set = new Set<unknown>();
    return finish(value, set, made, () => {
      for (const member of value) set.add(copyOf(member, made));
    });
  }
  return isDate(value) ? new Date(value.getTime()) : value;
}

function finish<T extends object>(original: object, copy: T, made: Map<object, unknown>, fill: () => void): T {
  made.set(original, copy);
  fill();
  return Object.isFrozen(original) ? Object.freeze(copy) : copy;
}
