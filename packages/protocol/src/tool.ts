/** Tools, and the kinds, risks, results and errors which slash commands share with them (tool.v1). */

export {
  type ToolError,
  ToolErrorCategory,
  ToolErrorCategorySchema,
  ToolErrorSchema,
} from "./gen/pluggableharness/tool/v1/errors_pb.js";
export {
  type InvokeResponse,
  InvokeResponseSchema,
  OutputStream,
  OutputStreamSchema,
  type ToolEvent,
  type ToolEvent_ExitStatus,
  ToolEvent_ExitStatusSchema,
  type ToolEvent_OutputChunk,
  ToolEvent_OutputChunkSchema,
  type ToolEvent_PartialResult,
  ToolEvent_PartialResultSchema,
  type ToolEvent_Progress,
  ToolEvent_ProgressSchema,
  ToolEventSchema,
} from "./gen/pluggableharness/tool/v1/events_pb.js";
export {
  type ConfigureRequest,
  ConfigureRequestSchema,
  type DescribeRequest,
  DescribeRequestSchema,
  type GetSchemaRequest,
  GetSchemaRequestSchema,
  type InvokeRequest,
  InvokeRequestSchema,
  type PreviewRequest,
  PreviewRequestSchema,
  type RenderRequest,
  RenderRequestSchema,
} from "./gen/pluggableharness/tool/v1/rpc_request_pb.js";
export {
  type ConfigureResponse,
  ConfigureResponseSchema,
  type DescribeResponse,
  DescribeResponseSchema,
  type GetSchemaResponse,
  GetSchemaResponseSchema,
  type PreviewResponse,
  PreviewResponseSchema,
  type RenderResponse,
  RenderResponseSchema,
} from "./gen/pluggableharness/tool/v1/rpc_response_pb.js";
export { ToolService } from "./gen/pluggableharness/tool/v1/service_pb.js";
export {
  type ConcurrencySpec,
  ConcurrencySpecSchema,
  RiskClass,
  RiskClassSchema,
  type ToolCall,
  ToolCallSchema,
  ToolKind,
  ToolKindSchema,
  type ToolResult,
  ToolResultSchema,
  type ToolSchema,
  ToolSchemaSchema,
} from "./gen/pluggableharness/tool/v1/types_pb.js";
