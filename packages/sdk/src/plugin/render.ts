import type { RenderTree } from "@plugwright/protocol/render";
import type { Logger } from "../kernel/client.js";
import { classify } from "../operation/classify.js";
import { ToolError } from "../operation/errors.js";
import type { Platform, Scope } from "../operation/platform.js";
import type { Redactor } from "../operation/redact.js";
import { type Answer, failed, unimplemented } from "../operation/status.js";
import { boundText } from "../operation/text.js";
import { treeAnswer } from "../operation/tree-answer.js";
import { redactError } from "../operation/wire-error.js";
import type { RenderHandler } from "./options.js";

/** Where a payload is rendered. */
export interface RenderSurroundings {
  readonly platform: Platform;
  readonly redactor: Redactor;
  readonly messageLimit: number;
  readonly log: Logger;
}

/** Renders a payload with the author's function for its schema version. */
export async function renderPayload(
  handlers: ReadonlyMap<string, RenderHandler>,
  version: string,
  payload: Uint8Array,
  surroundings: RenderSurroundings,
): Promise<Answer<RenderTree>> {
  if (handlers.size === 0) return unimplemented("this plugin renders no payloads");
  const handler = handlers.get(version);
  const { platform, redactor, log } = surroundings;
  const failure = (error: unknown) => failed(redactError(classify(error), redactor));
  if (handler === undefined) {
    const known = [...handlers.keys()].sort().join(", ");
    const asked = JSON.stringify(boundText(redactor.text(version), 64));
    return failure(new ToolError("invalid_arguments", `no renderer for schema version ${asked}; there is ${known}`));
  }
  const programs = platform.programs({ workingDirectory: undefined, redactor, log });
  const rendered = new Promise<Answer<RenderTree>>((resolve) => {
    const fail = (error: unknown): boolean => {
      resolve(failure(error));
      return true;
    };
    const scope: Scope = { label: `rendering of version ${version}`, log, fail, programs };
    platform.enter(scope, async () => treeAnswer(await handler(payload), surroundings)).then(resolve, fail);
  });
  return rendered.finally(() => programs.end());
}
