/** What stored events hold, one message for each kind (event.v1). */
export {
  type ApplyEvent,
  ApplyEventSchema,
  type ContextContributionEvent,
  ContextContributionEventSchema,
  type HookErrorEvent,
  HookErrorEventSchema,
  type MemoryMutationEvent,
  MemoryMutationEventSchema,
  type MessageEvent,
  MessageEventSchema,
  type PlanEvent,
  PlanEventSchema,
  type ToolCallEvent,
  ToolCallEventSchema,
  type ToolResultEvent,
  ToolResultEventSchema,
} from "./gen/pluggableharness/event/v1/events_pb.js";
