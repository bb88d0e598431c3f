import { privateCopy } from "./copy.js";
import type { Issue } from "./issue.js";
import { modernIssue } from "./issue-v3.js";
import { isPlainObject, isRecord, memberOf } from "./plain.js";
import { type Problem, problemsOf } from "./problem.js";
import { readSchema } from "./read.js";
import type { Schema } from "./types.js";

/** What zod made of a value, or why it refused it. */
export type Parsed =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/**
 * Has the author's schema parse a value, asynchronously, as the schema is. The output is private to the caller:
 * see {@link privateCopy}.
 *
 * Problems show parts of the value, and words of the author's: `redact` takes out of them what must not be shown.
 *
 * Rejects with whatever the author's code throws in a refinement, default or transform, and with a TypeError when the
 * value given as schema is none.
 */
export async function parseWith(schema: Schema, value: unknown, redact?: (text: string) => string): Promise<Parsed> {
  const outcome = await run(schema, value);
  if ("issues" in outcome) {
    // What is parsed is always a schema's input side, of an output schema as well.
    const { shape } = readSchema(schema, "input", { depth: 1 }).root;
    if (redact === undefined) return { ok: false, problems: problemsOf(outcome.issues, shape, value) };
    // Before texts are cut: of a secret that is cut, a part would stay.
    const issues = outcome.issues.map((issue) => redactedCopy(issue, redact));
    return { ok: false, problems: problemsOf(issues, shape, redactedCopy(value, redact)) };
  }
  return { ok: true, value: privateCopy(outcome.value) };
}

type Outcome = { readonly value: unknown } | { readonly issues: readonly Issue[] };

async function run(schema: Schema, value: unknown): Promise<Outcome> {
  if ("safeParseAsync" in schema && typeof schema.safeParseAsync === "function") {
    const result: unknown = await schema.safeParseAsync(value);
    if (memberOf(result, "success") === true) return { value: memberOf(result, "data") };
    return { issues: issuesIn(memberOf(result, "error")) };
  }
  // zod core's own classes have no methods, only the interface that all schema libraries share.
  const standard = memberOf(schema, "~standard");
  const check = memberOf(standard, "validate");
  if (typeof check === "function") {
    const result: unknown = await Reflect.apply(check, standard, [value]);
    return memberOf(result, "issues") === undefined
      ? { value: memberOf(result, "value") }
      : { issues: issuesIn(result) };
  }
  throw new TypeError("not a zod schema: it can neither safeParseAsync nor be validated");
}

function issuesIn(error: unknown): readonly Issue[] {
  const issues = memberOf(error, "issues");
  return Array.isArray(issues) ? issues.filter(isRecord).map(modernIssue) : [];
}

/** Values deeper than this are not looked at by any problem. */
const deepestShown = 64;

/** A copy of plain objects and arrays with other texts; keys stay, since issues point at values by them. */
function redactedCopy<T>(value: T, redact: (text: string) => string): T;
function redactedCopy(value: unknown, redact: (text: string) => string): unknown {
  const copy = (item: unknown, depth: number): unknown => {
    if (typeof item === "string") return redact(item);
    if (depth > deepestShown) return undefined;
    if (Array.isArray(item)) return item.map((inner: unknown) => copy(inner, depth + 1));
    if (!isPlainObject(item)) return item;
    return Object.fromEntries(Object.entries(item).map(([key, inner]) => [key, copy(inner, depth + 1)]));
  };
  return copy(value, 0);
}
