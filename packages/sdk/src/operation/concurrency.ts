import type { Fault } from "../schema/fault.js";
import { type Derived, didYouMean, fieldsOf, show, stepFault } from "./derived.js";
import type { Keys, Refused } from "./type-state.js";

/**
 * How calls of an operation that reads may run beside others. Nothing stated: beside everything.
 * `key`: not beside a call of the same operation with the same values in these fields.
 * `exclusive`: beside no other call of this plugin.
 */
export type ReadsOptions<K extends string> =
  | { readonly key: Keys<K>; readonly exclusive?: Refused<"key and exclusive exclude each other"> }
  | { readonly exclusive: true; readonly key?: Refused<"key and exclusive exclude each other"> };

/**
 * How calls of an operation that mutates may run beside others. Nothing stated: beside no other call of this plugin.
 * `key`: not beside a call of the same operation with the same values in these fields; two operations never share a
 * key, and `a` and `./a` are two values. `neverConflicts`: the strong claim that no two calls can ever touch one thing.
 */
export type MutatesOptions<K extends string> =
  | { readonly key: Keys<K>; readonly neverConflicts?: Refused<"key and neverConflicts exclude each other"> }
  | { readonly neverConflicts: true; readonly key?: Refused<"key and neverConflicts exclude each other"> };

/** What is declared about running beside other calls (tool-data-types, ConcurrencySpec). */
export interface Concurrency {
  readonly safe: boolean;
  /** Top-level input fields, in the declared order. Empty unless `safe`. */
  readonly keyFields: readonly string[];
}

/** Reads the options of `.reads()`. */
export function readsConcurrency(options: unknown): Derived<Concurrency> {
  const { key, flag, faults } = readOptions(options, "reads", "exclusive");
  return { value: concurrency(!flag, key), faults };
}

/** Reads the options of `.mutates()`. */
export function mutatesConcurrency(options: unknown): Derived<Concurrency> {
  const { key, flag, faults } = readOptions(options, "mutates", "neverConflicts");
  return { value: concurrency(flag || key.length > 0, key), faults };
}

function concurrency(safe: boolean, key: readonly string[]): Concurrency {
  return Object.freeze({ safe, keyFields: Object.freeze(safe ? key : []) });
}

interface Options {
  readonly key: readonly string[];
  readonly flag: boolean;
  readonly faults: readonly Fault[];
}

function readOptions(options: unknown, step: string, flagName: string): Options {
  if (options === undefined) return { key: [], flag: false, faults: [] };
  const stated = fieldsOf(options);
  const words = `write { key: ["field"] } or { ${flagName}: true }`;
  if (stated === undefined) {
    return { key: [], flag: false, faults: [stepFault(`the options of .${step}() are no object`, words)] };
  }
  const { key: rawKey, [flagName]: flag, ...others } = stated;
  const faults = Object.keys(others).map((name) =>
    stepFault(`${show(name)} is no option of .${step}()`, didYouMean(name, ["key", flagName]) ?? words),
  );
  if (flag !== undefined && typeof flag !== "boolean") faults.push(stepFault(`${flagName} is not true`, words));
  if (rawKey !== undefined && flag === true) faults.push(stepFault(`key and ${flagName} exclude each other`, words));
  const key = readKey(rawKey);
  return { key: key.value, flag: flag === true, faults: [...faults, ...key.faults] };
}

function readKey(key: unknown): Derived<readonly string[]> {
  if (key === undefined) return { value: [], faults: [] };
  const hint = 'name top-level input fields, as in { key: ["path"] }';
  if (!Array.isArray(key) || !key.every((field) => typeof field === "string")) {
    return { value: [], faults: [stepFault("the key is no list of field names", hint)] };
  }
  if (key.length === 0) {
    return { value: [], faults: [stepFault("the key is empty, so no call would ever wait for another", hint)] };
  }
  const names: readonly string[] = [...new Set<string>(key)];
  const twice = names.filter((name) => key.indexOf(name) !== key.lastIndexOf(name));
  return { value: names, faults: twice.map((name) => stepFault(`the key names ${show(name)} twice`, "name it once")) };
}
