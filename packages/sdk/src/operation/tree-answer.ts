import { isMessage, toBinary } from "@bufbuild/protobuf";
import { type RenderTree, RenderTreeSchema } from "@plugwright/protocol/render";
import { ToolError } from "./errors.js";
import type { Redactor } from "./redact.js";
import { redactTree } from "./redact-tree.js";
import { type Answer, answer } from "./status.js";

/**
 * The answer that holds what an author rendered.
 * @throws ToolError `execution_failed` when it is no tree, or larger than a message may be.
 */
export function treeAnswer(
  made: unknown,
  { redactor, messageLimit }: { readonly redactor: Redactor; readonly messageLimit: number },
): Answer<RenderTree> {
  if (!isMessage(made, RenderTreeSchema)) {
    throw new ToolError(
      "execution_failed",
      "what was rendered is no tree: return text(...), diff(...), group(...) or another of them",
    );
  }
  const tree = redactTree(made, redactor);
  const bytes = toBinary(RenderTreeSchema, tree).length;
  if (bytes <= messageLimit) return answer(tree);
  throw new ToolError(
    "execution_failed",
    `the rendered tree has ${bytes} bytes, the limit is ${messageLimit}: show less`,
  );
}
