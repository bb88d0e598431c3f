import { create } from "@bufbuild/protobuf";
import { PromptExpansionSpecSchema } from "@plugwright/protocol/common";
import type { ConfigSchema } from "@plugwright/protocol/config";
import {
  type GetSchemaResponse,
  GetSchemaResponseSchema,
  type ToolSchema,
  ToolSchemaSchema,
} from "@plugwright/protocol/tool";
import type { CompiledOperation } from "../operation/compile.js";
import { wireDuration, wireEffect } from "../operation/spec-fields.js";

/** A text that a human puts into the conversation by typing `/name` (common.v1, PromptExpansionSpec). */
export interface PromptExpansion {
  /** Without the slash. 1 to 64 of `A-Za-z0-9_-`, unique among the prompts. */
  readonly name: string;
  readonly description: string;
  /** The text, with `{placeholders}` for what the human types after the name. */
  readonly template: string;
}

/** What the tool service tells of a plugin. */
export interface ToolProvider {
  readonly tools: readonly CompiledOperation[];
  readonly prompts: readonly PromptExpansion[];
  readonly config: { readonly compiled: { readonly schema: ConfigSchema } };
}

/** A tool as the kernel sees it (tool-data-types, ToolSchema). */
export function toolSchema({ operation, input, output }: CompiledOperation): ToolSchema {
  const { name, description, effect, streaming, timeoutMs, idempotent, terminatesTurn } = operation;
  return create(ToolSchemaSchema, {
    name,
    description,
    inputSchema: input.schema,
    ...(output !== undefined && { outputSchema: output.schema }),
    ...wireEffect(effect),
    streaming,
    ...(timeoutMs !== undefined && { defaultTimeout: wireDuration(timeoutMs) }),
    idempotent,
    terminatesTurn,
  });
}

/** The answer to GetSchema. The same plugin gives the same bytes. No hook points: the SDK has no hooks. */
export function getSchemaResponse({ tools, prompts, config }: ToolProvider): GetSchemaResponse {
  return create(GetSchemaResponseSchema, {
    tools: tools.map(toolSchema),
    slashCommands: prompts.map((prompt) => create(PromptExpansionSpecSchema, prompt)),
    configSchema: config.compiled.schema,
  });
}
