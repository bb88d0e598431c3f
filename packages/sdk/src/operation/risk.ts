import { type Derived, didYouMean, fieldsOf, show, stepFault } from "./derived.js";

/** The blast radius of an operation that mutates (tool-data-types, RiskClass). */
export type Risk = "low" | "moderate" | "high" | "critical";

/** How far the effect of an operation can reach. `unpredictable` is what a shell is. */
export type Scope = "narrow" | "bounded" | "broad" | "unpredictable" | "wide";

/** What a {@link Risk} is derived from, for authors who would rather state facts than judge. */
export interface RiskFacts {
  readonly scope: Scope;
  /** Whether what was done can be undone. */
  readonly reversible: boolean;
}

const risks: readonly string[] = ["low", "moderate", "high", "critical"] satisfies Risk[];
const scopes: readonly string[] = ["narrow", "bounded", "broad", "unpredictable", "wide"] satisfies Scope[];

/** Derives the risk class from facts, first match wins (tool-data-types, RiskClass). */
export function deriveRisk({ scope, reversible }: RiskFacts): Risk {
  if (scope === "unpredictable") return "high";
  if (!reversible || scope === "wide") return "critical";
  if (scope === "broad") return "high";
  return scope === "bounded" ? "moderate" : "low";
}

/** Reads what was passed to `.mutates()`: a risk or the facts it follows from. */
export function readRisk(risk: unknown): Derived<Risk> {
  const words = "write low, moderate, high or critical, or { scope, reversible }";
  if (typeof risk === "string") {
    if (risks.includes(risk)) return { value: risk as Risk, faults: [] };
    if (risk === "read_only") return fault("what mutates is never read_only", `declare .reads(), or ${words}`);
    return fault(`${show(risk)} is no risk`, didYouMean(risk, risks) ?? words);
  }
  const facts = fieldsOf(risk);
  if (facts === undefined) return fault(".mutates() needs a risk", words);
  const { scope, reversible, ...others } = facts;
  const other = Object.keys(others)[0];
  if (other !== undefined) return fault(`${show(other)} is no fact about a risk`, "write { scope, reversible }");
  if (typeof scope !== "string" || !scopes.includes(scope)) {
    return fault(`the scope of a risk is not ${show(scope)}`, `write one of ${scopes.join(", ")}`);
  }
  if (typeof reversible !== "boolean") return fault("the risk does not say whether it is reversible", "true or false");
  return { value: deriveRisk({ scope: scope as Scope, reversible }), faults: [] };
}

function fault(reason: string, hint: string): Derived<Risk> {
  return { value: "critical", faults: [stepFault(reason, hint)] };
}
