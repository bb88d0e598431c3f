/** Slash commands, as far as they differ from tools (slashcommand.v1). */

export {
  type InvokeResponse,
  InvokeResponseSchema,
  type SlashCommandEvent,
  type SlashCommandEvent_ExitStatus,
  SlashCommandEvent_ExitStatusSchema,
  type SlashCommandEvent_OutputChunk,
  SlashCommandEvent_OutputChunkSchema,
  type SlashCommandEvent_PartialResult,
  SlashCommandEvent_PartialResultSchema,
  type SlashCommandEvent_Progress,
  SlashCommandEvent_ProgressSchema,
  SlashCommandEventSchema,
} from "./gen/pluggableharness/slashcommand/v1/events_pb.js";
export {
  type ConfigureRequest,
  ConfigureRequestSchema,
  type DescribeRequest,
  DescribeRequestSchema,
  type GetCapabilitiesRequest,
  GetCapabilitiesRequestSchema,
  type InvokeRequest,
  InvokeRequestSchema,
  type PreviewRequest,
  PreviewRequestSchema,
  type RenderRequest,
  RenderRequestSchema,
} from "./gen/pluggableharness/slashcommand/v1/rpc_request_pb.js";
export {
  type ConfigureResponse,
  ConfigureResponseSchema,
  type DescribeResponse,
  DescribeResponseSchema,
  type GetCapabilitiesResponse,
  GetCapabilitiesResponseSchema,
  type PreviewResponse,
  PreviewResponseSchema,
  type RenderResponse,
  RenderResponseSchema,
} from "./gen/pluggableharness/slashcommand/v1/rpc_response_pb.js";
export { SlashCommandService } from "./gen/pluggableharness/slashcommand/v1/service_pb.js";
export {
  type SlashCommandCall,
  SlashCommandCallSchema,
  type SlashCommandSpec,
  SlashCommandSpecSchema,
} from "./gen/pluggableharness/slashcommand/v1/types_pb.js";
