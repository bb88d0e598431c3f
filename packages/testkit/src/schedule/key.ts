import type { JsonObject, JsonValue } from "@plugwright/sdk";

/**
 * The key by which calls of one operation exclude each other: provider, tool, and the canonical JSON of the raw values of
 * its key fields in their declared order. An absent field counts as null (kernel-behaviour, calls).
 */
export function lockKey(provider: string, operation: string, keyFields: readonly string[], args: JsonObject): string {
  const values = keyFields.map((field) => (Object.hasOwn(args, field) ? (args[field] ?? null) : null));
  return JSON.stringify([provider, operation, ...values.map(sorted)]);
}

/** The same value with the keys of its objects in order. */
function sorted(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, member]) => [name, sorted(member)]));
}
