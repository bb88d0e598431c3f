/** Plans, their items and what became of them (plan.v1). */
export {
  type ApplyResult,
  type ApplyResult_ApplyItem,
  ApplyResult_ApplyItemSchema,
  ApplyResult_ApplyOutcome,
  ApplyResult_ApplyOutcomeSchema,
  ApplyResultSchema,
  ClientDecision,
  ClientDecisionSchema,
  type Plan,
  PlanDecision,
  PlanDecisionSchema,
  PlanDecisionScope,
  PlanDecisionScopeSchema,
  type PlanItem,
  PlanItemSchema,
  PlanSchema,
} from "./gen/pluggableharness/plan/v1/types_pb.js";
