/** How sessions stand (session.v1). */
export {
  type ContextState,
  ContextStateSchema,
  type ModelState,
  ModelStateSchema,
  type SessionInfo,
  SessionInfoSchema,
  SessionPhase,
  SessionPhaseSchema,
  type SessionState,
  SessionStateSchema,
  SessionStatus,
  SessionStatusSchema,
  type VcsState,
  VcsStateSchema,
} from "./gen/pluggableharness/session/v1/types_pb.js";
