import type { RenderTree } from "@plugwright/protocol/render";
import { classify } from "../operation/classify.js";
import { ToolError } from "../operation/errors.js";
import type { Platform, Scope } from "../operation/platform.js";
import type { Redactor } from "../operation/redact.js";
import { redactTree } from "../operation/redact-tree.js";
import { type Answer, answer, failed, failedBy, unimplemented } from "../operation/status.js";
import { redactError } from "../operation/wire-error.js";
import type { RenderHandler } from "./options.js";

/** Renders a payload with the author's function for its schema version. */
export async function renderPayload(
  handlers: ReadonlyMap<string, RenderHandler>,
  version: string,
  payload: Uint8Array,
  surroundings: { readonly platform: Platform; readonly redactor: Redactor; readonly scope: Scope },
): Promise<Answer<RenderTree>> {
  if (handlers.size === 0) return unimplemented("this plugin renders no payloads");
  const handler = handlers.get(version);
  if (handler === undefined) {
    const known = [...handlers.keys()].sort().join(", ");
    return failedBy(
      new ToolError(
        "invalid_arguments",
        `no renderer for schema version ${JSON.stringify(version.slice(0, 64))}; there is ${known}`,
      ),
    );
  }
  const { platform, redactor, scope } = surroundings;
  try {
    const tree = await platform.enter(scope, async () => handler(payload));
    return answer(redactTree(tree, redactor));
  } catch (error) {
    return failed(redactError(classify(error), redactor));
  }
}
