import { inspect } from "node:util";
import type { Scope, Stray } from "../operation/platform.js";
import type { JsonObject } from "../schema/types.js";

/** What is logged of an error that nobody caught, with the stack that its author needs. */
export function describeStray(
  error: unknown,
  kind: Stray["kind"],
  scope: Scope | undefined,
  failed: boolean,
): { readonly message: string; readonly fields: JsonObject } {
  const what = kind === "rejection" ? "a promise was rejected and nobody caught it" : "an exception was not caught";
  const where = scope === undefined ? "outside of any call" : `in ${scope.label}`;
  const so = scope === undefined ? "" : failed ? ", which fails with it" : ", which had ended";
  return { message: `${what}, ${where}${so}`, fields: { error: inspect(error, { depth: 2 }).slice(0, 64 * 1024) } };
}
