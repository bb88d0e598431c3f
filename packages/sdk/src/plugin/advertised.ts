import { toJson } from "@bufbuild/protobuf";
import { GetCapabilitiesResponseSchema } from "@plugwright/protocol/slashcommand";
import { GetSchemaResponseSchema } from "@plugwright/protocol/tool";
import { getCapabilitiesResponse } from "../command/spec.js";
import type { JsonValue } from "../schema/types.js";
import { getSchemaResponse } from "../tool/spec.js";
import type { Plugin } from "./definition.js";
import { pluginKey } from "./plugin-key.js";

/** What a plugin tells a kernel of its operations: the protocol's messages in their JSON form. */
export interface Advertised {
  /** The answer to GetSchema. Absent for a plugin that has neither tools nor prompts. */
  readonly tool?: JsonValue;
  /** The answer to GetCapabilities. Absent for a plugin that has no commands. */
  readonly slashcommand?: JsonValue;
}

/** For inspectors, which look at a plugin in a process of its own: what crosses to theirs is JSON. */
export function advertised(plugin: Plugin): Advertised {
  const internals = plugin[pluginKey];
  const { tools, commands, prompts } = plugin;
  return {
    ...(tools.length + prompts.length > 0 && { tool: toJson(GetSchemaResponseSchema, getSchemaResponse(internals)) }),
    ...(commands.length > 0 && {
      slashcommand: toJson(GetCapabilitiesResponseSchema, getCapabilitiesResponse(internals)),
    }),
  };
}
