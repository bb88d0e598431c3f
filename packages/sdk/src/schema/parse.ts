import { privateCopy } from "./copy.js";
import type { Issue } from "./issue.js";
import { modernIssue } from "./issue-v3.js";
import { isRecord, memberOf } from "./plain.js";
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
 * Rejects with whatever the author's code throws in a refinement, default or transform, and with a TypeError when the
 * value given as schema is none.
 */
export async function parseWith(schema: Schema, value: unknown): Promise<Parsed> {
  const outcome = await run(schema, value);
  if ("issues" in outcome) {
    // What is parsed is always a schema's input side, of an output schema as well.
    const { shape } = readSchema(schema, "input", { depth: 1 }).root;
    return { ok: false, problems: problemsOf(outcome.issues, shape, value) };
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
