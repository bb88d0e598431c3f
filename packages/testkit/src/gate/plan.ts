import type { RenderTree } from "@plugwright/protocol/render";
import type { JsonObject } from "@plugwright/sdk";
import type { LoadedOperation } from "../operation.js";
import type { CalledOperation } from "../report.js";
import type { Decision } from "./policy.js";

/** A call of an operation that changes something, before it is made (plan.v1 PlanItem). */
export interface PlanItem {
  readonly callId: string;
  readonly operation: CalledOperation;
  readonly description: string;
  readonly kind: LoadedOperation["kind"];
  readonly risk: LoadedOperation["risk"];
  readonly args: JsonObject;
  /** What the operation says it would do; absent where it has no preview. */
  readonly preview: RenderTree | undefined;
  /** What the policy says. */
  readonly decision: Decision;
}

/** What a person says of an item: allowed, perhaps with other arguments, or denied. */
export type Approval =
  | "allow"
  | "deny"
  | { readonly decision: "allow"; readonly args: JsonObject }
  | { readonly decision: "deny"; readonly reason: string };

/** Stands for the person who is asked about an item. */
export type Approve = (item: PlanItem) => Approval | Promise<Approval>;
