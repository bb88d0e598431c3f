import type { Kind, Risk } from "@plugwright/sdk";
import type { LoadedOperation } from "../operation.js";

/** What becomes of a call. */
export type Decision = "allow" | "ask" | "deny";

/** A rule of the operator's policy. It holds for operations that match all that it names. */
export interface PolicyRule {
  readonly kind?: Kind | readonly Kind[] | undefined;
  readonly risk?: Risk | "read_only" | readonly (Risk | "read_only")[] | undefined;
  readonly provider?: string | readonly string[] | undefined;
  /** The name of the tool or command. */
  readonly name?: string | readonly string[] | undefined;
  readonly decision: Decision;
}

/** A decision and the rule that made it. */
export interface Decided {
  readonly decision: Decision;
  readonly by: string;
}

/**
 * Decides on an operation: the first rule that matches, or `allow` where none does. Whether it can be asked about depends
 * on its kind alone (tool-data-types, RiskClass): what only reads, or is a question itself, is allowed or denied, and a
 * rule that says `ask` is passed over. An operation without a legal kind is denied.
 */
export function decide(
  policy: readonly PolicyRule[],
  operation: Pick<LoadedOperation, "name" | "provider" | "risk"> & { readonly kind: Kind | undefined },
): Decided {
  const { kind, risk, provider, name } = operation;
  if (kind === undefined) return { decision: "deny", by: "the kernel: the operation's kind is unspecified" };
  for (const [index, rule] of policy.entries()) {
    if (rule.decision === "ask" && kind !== "resource") continue;
    const matches =
      includes(rule.kind, kind) &&
      includes(rule.risk, risk) &&
      includes(rule.provider, provider) &&
      includes(rule.name, name);
    if (matches) return { decision: rule.decision, by: `rule ${index + 1} of the policy` };
  }
  return { decision: "allow", by: "the policy, which has no rule for it" };
}

function includes<T extends string>(wanted: T | readonly T[] | undefined, value: T): boolean {
  return wanted === undefined || (typeof wanted === "string" ? wanted === value : wanted.includes(value));
}
