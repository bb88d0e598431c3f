import { type Concurrency, mutatesConcurrency, readsConcurrency } from "./concurrency.js";
import type { Derived } from "./derived.js";
import { type Risk, readRisk } from "./risk.js";

export type { Concurrency, MutatesOptions, ReadsOptions } from "./concurrency.js";
export type { Risk, RiskFacts, Scope } from "./risk.js";

/** How an operation relates to the plan/apply gate (tool-data-types, ToolKind). */
export type Kind = "resource" | "data_source" | "interactive";

/** What an operation does to the world, as derived from `.reads()`, `.mutates()` or `.asks()`. */
export interface Effect {
  readonly kind: Kind;
  readonly risk: "read_only" | Risk;
  /** Absent exactly when `kind` is interactive. */
  readonly concurrency: Concurrency | undefined;
}

/** The effect of `.reads(options)`. */
export function readsEffect(options?: unknown): Derived<Effect> {
  const { value: concurrency, faults } = readsConcurrency(options);
  return { value: Object.freeze({ kind: "data_source", risk: "read_only", concurrency }), faults };
}

/** The effect of `.mutates(risk, options)`. */
export function mutatesEffect(riskOrFacts: unknown, options?: unknown): Derived<Effect> {
  const risk = readRisk(riskOrFacts);
  const { value: concurrency, faults } = mutatesConcurrency(options);
  return {
    value: Object.freeze({ kind: "resource", risk: risk.value, concurrency }),
    faults: [...risk.faults, ...faults],
  };
}

/** The effect of `.asks()`: a human answers, one question after the other, so there is nothing to declare. */
export const asksEffect: Effect = Object.freeze({ kind: "interactive", risk: "read_only", concurrency: undefined });
