/** How the kernel lets plugins watch, change and forbid what happens (hook.v1). */

export {
  type HookError,
  HookErrorCategory,
  HookErrorCategorySchema,
  HookErrorSchema,
} from "./gen/pluggableharness/hook/v1/errors_pb.js";
export {
  type HookPayload,
  HookPayloadSchema,
  type PlanReadyPayload,
  PlanReadyPayloadSchema,
  type PostApplyPayload,
  PostApplyPayloadSchema,
  type PostModelResponsePayload,
  PostModelResponsePayloadSchema,
  type PostToolCallPayload,
  PostToolCallPayloadSchema,
  type PreModelCallPayload,
  PreModelCallPayloadSchema,
  type PreToolCallPayload,
  PreToolCallPayloadSchema,
  type SessionEndPayload,
  SessionEndPayloadSchema,
  type SessionStartPayload,
  SessionStartPayloadSchema,
} from "./gen/pluggableharness/hook/v1/events_pb.js";
export {
  type DispatchHookRequest,
  DispatchHookRequestSchema,
} from "./gen/pluggableharness/hook/v1/rpc_request_pb.js";
export {
  type DispatchHookResponse,
  type DispatchHookResponse_ObserveAck,
  DispatchHookResponse_ObserveAckSchema,
  type DispatchHookResponse_TransformResult,
  DispatchHookResponse_TransformResultSchema,
  type DispatchHookResponse_VetoResult,
  DispatchHookResponse_VetoResultSchema,
  DispatchHookResponseSchema,
} from "./gen/pluggableharness/hook/v1/rpc_response_pb.js";
export { HookSubscriberService } from "./gen/pluggableharness/hook/v1/service_pb.js";
export {
  HookDecision,
  HookDecisionSchema,
  HookMode,
  HookModeSchema,
} from "./gen/pluggableharness/hook/v1/types_pb.js";
