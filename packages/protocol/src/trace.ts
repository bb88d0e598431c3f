/** Spans of OpenTelemetry (trace.v1). */
export {
  type InstrumentationScope,
  InstrumentationScopeSchema,
  type Span,
  type SpanEvent,
  SpanEventSchema,
  SpanKind,
  SpanKindSchema,
  type SpanLink,
  SpanLinkSchema,
  SpanSchema,
  type Status,
  StatusCode,
  StatusCodeSchema,
  StatusSchema,
} from "./gen/pluggableharness/trace/v1/types_pb.js";
