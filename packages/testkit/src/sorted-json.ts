import type { JsonValue } from "@plugwright/sdk";

/** JSON in which the keys of objects are in order: the same value is the same text. */
export function sortedJson(value: JsonValue): string {
  return JSON.stringify(sorted(value));
}

function sorted(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, member]) => [name, sorted(member)]));
}
