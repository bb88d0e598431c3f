import { create } from "@bufbuild/protobuf";
import { Category } from "@plugwright/protocol/common";
import {
  type ConfigureRequest,
  type ConfigureResponse,
  ConfigureResponseSchema,
  type DescribeResponse,
  DescribeResponseSchema,
  type GetCapabilitiesResponse,
  type InvokeRequest,
  type InvokeResponse,
  InvokeResponseSchema,
  type PreviewRequest,
  type PreviewResponse,
  PreviewResponseSchema,
  type RenderRequest,
  type RenderResponse,
  RenderResponseSchema,
} from "@plugwright/protocol/slashcommand";
import type { CompiledOperation } from "../operation/compile.js";
import type { OperationHost } from "../operation/host.js";
import { type Caller, callRequest, eventSink } from "../operation/rpc.js";
import { operationService } from "../operation/service.js";
import { type Answer, mapAnswer } from "../operation/status.js";

/** SlashCommandService as functions of its messages (slashcommand.v1 SlashCommandService); lanes adapt them to a transport. */
export interface CommandServiceCore {
  getCapabilities(): GetCapabilitiesResponse;
  configure(request: ConfigureRequest, signal: AbortSignal): Promise<Answer<ConfigureResponse>>;
  invoke(request: InvokeRequest, caller: Caller<InvokeResponse>): Promise<void>;
  preview(request: PreviewRequest, caller: Omit<Caller<never>, "write">): Promise<Answer<PreviewResponse>>;
  render(request: RenderRequest): Promise<Answer<RenderResponse>>;
  describe(): DescribeResponse;
}

/** @param capabilities What GetCapabilities answers, each time the same. */
export function commandService(
  capabilities: GetCapabilitiesResponse,
  commands: readonly CompiledOperation[],
  host: OperationHost,
): CommandServiceCore {
  const service = operationService("slash command", commands, host);
  return {
    getCapabilities: () => capabilities,
    async configure(request, signal) {
      return mapAnswer(await host.configure(request.config ?? {}, signal), () => create(ConfigureResponseSchema));
    },
    invoke({ call }, caller) {
      const sink = eventSink(caller, (event) => create(InvokeResponseSchema, { event: { event } }));
      return service.invoke(call?.name ?? "", callRequest(call), { ...caller, sink });
    },
    async preview({ call }, caller) {
      const tree = await service.preview(call?.name ?? "", callRequest(call), caller);
      return mapAnswer(tree, (preview) => create(PreviewResponseSchema, { preview }));
    },
    async render(request) {
      const tree = await host.render(request.schemaVersion, request.payload);
      return mapAnswer(tree, (rendered) => create(RenderResponseSchema, { tree: rendered }));
    },
    describe: () => create(DescribeResponseSchema, { producer: host.producer(Category.SLASHCOMMAND) }),
  };
}
