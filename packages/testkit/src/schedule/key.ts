import type { JsonObject } from "@plugwright/sdk";
import { sortedJson } from "../sorted-json.js";

/**
 * The key by which calls of one operation exclude each other: provider, tool, and the canonical JSON of the raw values of
 * its key fields in their declared order. An absent field counts as null (kernel-behaviour, calls).
 */
export function lockKey(provider: string, operation: string, keyFields: readonly string[], args: JsonObject): string {
  const values = keyFields.map((field) => (Object.hasOwn(args, field) ? (args[field] ?? null) : null));
  return sortedJson([provider, operation, ...values]);
}
