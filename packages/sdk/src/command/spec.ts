import { create } from "@bufbuild/protobuf";
import type { ConfigSchema } from "@plugwright/protocol/config";
import {
  type GetCapabilitiesResponse,
  GetCapabilitiesResponseSchema,
  type SlashCommandSpec,
  SlashCommandSpecSchema,
} from "@plugwright/protocol/slashcommand";
import type { CompiledOperation } from "../operation/compile.js";
import { wireDuration, wireEffect } from "../operation/spec-fields.js";

/** What the slash-command service tells of a plugin. */
export interface CommandProvider {
  readonly commands: readonly CompiledOperation[];
  readonly config: { readonly compiled: { readonly schema: ConfigSchema } };
}

/** A slash command as the kernel sees it (slash-command-data-types, SlashCommandSpec). */
export function slashCommandSpec({ operation, input }: CompiledOperation): SlashCommandSpec {
  const { name, description, effect, streaming, timeoutMs, idempotent } = operation;
  return create(SlashCommandSpecSchema, {
    name,
    description,
    inputSchema: input.schema,
    ...wireEffect(effect),
    streaming,
    ...(timeoutMs !== undefined && { defaultTimeout: wireDuration(timeoutMs) }),
    idempotent,
  });
}

/** The answer to GetCapabilities. The same plugin gives the same bytes. No hook points: the SDK has no hooks. */
export function getCapabilitiesResponse({ commands, config }: CommandProvider): GetCapabilitiesResponse {
  return create(GetCapabilitiesResponseSchema, {
    commands: commands.map(slashCommandSpec),
    configSchema: config.compiled.schema,
  });
}
