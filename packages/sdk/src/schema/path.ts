import { clip } from "./text.js";

/**
 * The path of a member: `a.b`, `a[0]` for a number, `a["odd key"]` for a key that would not read well. The root is "".
 */
export function memberPath(parent: string, key: PropertyKey): string {
  if (typeof key === "number") return `${parent}[${key}]`;
  const name = typeof key === "symbol" ? String(key) : key;
  if (!/^[\w$-]+$/u.test(name)) return `${parent}[${JSON.stringify(clip(name, 60))}]`;
  const short = clip(name, 60);
  return parent === "" ? short : `${parent}.${short}`;
}

/** The path of a list's elements, in a schema: `list[]`. */
export function itemsPath(parent: string): string {
  return `${parent}[]`;
}

/** The path of what stands under undeclared keys, in a schema: `labels.*`. */
export function othersPath(parent: string): string {
  return parent === "" ? "*" : `${parent}.*`;
}
