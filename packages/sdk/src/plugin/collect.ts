import { show } from "../operation/derived.js";
import { type Named, nameWarning } from "../operation/names.js";
import type { PluginFault } from "./faults.js";

/** What one entry of a list is, and what is wrong with it. Without `entry` it is nothing of the kind. */
export interface Entry<T> {
  readonly entry?: T;
  readonly faults: readonly PluginFault[];
}

/** The entries of a list in the order of their names, whatever the order in which they were declared. */
export interface Collected<T> {
  readonly entries: readonly T[];
  readonly faults: readonly PluginFault[];
  readonly warnings: readonly string[];
}

/** An element of a list, and where the author wrote it. */
export interface Listed {
  readonly element: unknown;
  readonly position: string;
}

/**
 * Reads a list of a plugin, which is what the author passed, so anything; `more` comes after it, from elsewhere. Two
 * entries of one name are a fault that names the places of both: nothing is silently dropped or renamed.
 */
export function collect<T extends { readonly name: string }>(
  what: Named,
  list: unknown,
  read: (entry: unknown, position: string) => Entry<T>,
  more: readonly Listed[] = [],
): Collected<T> {
  const field = `${what}s`;
  const entries: T[] = [];
  const faults: PluginFault[] = [];
  const places = new Map<string, string[]>();
  const listed = Array.isArray(list) ? list : [];
  if (list !== undefined && !Array.isArray(list)) {
    const hint = `pass an array: ${field}: [...]`;
    faults.push({ subject: "plugin", path: field, reason: `is ${show(list)}`, hint });
  }
  const inPlace = listed.map((element, index) => ({ element, position: `${field}[${index}]` }));
  for (const { element, position } of [...inPlace, ...more]) {
    const { entry, faults: found } = read(element, position);
    faults.push(...found);
    if (entry === undefined) continue;
    entries.push(entry);
    if (entry.name !== "") places.set(entry.name, [...(places.get(entry.name) ?? []), position]);
  }
  for (const [name, positions] of places) {
    if (positions.length > 1) faults.push(nameTaken(what, name, positions));
  }
  return {
    entries: entries.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)),
    faults,
    warnings: [...places.keys()].map((name) => nameWarning(what, name)).filter((warning) => warning !== undefined),
  };
}

function nameTaken(what: Named, name: string, positions: readonly string[]): PluginFault {
  return {
    subject: `${what} ${show(name)}`,
    path: "",
    reason: `the name is taken ${positions.length} times: by ${positions.join(" and ")}`,
    hint: `give each ${what} a name of its own`,
  };
}
