import { DiffLineOp, type RenderNode } from "@plugwright/protocol/render";
import { green, type Part, red } from "./out.js";

/** The lines of a preview, as far as the demo's plugins use its nodes. */
export function previewLines(node: RenderNode | undefined): Part[] {
  switch (node?.node.case) {
    case "text":
      return [node.node.value.content];
    case "group":
      return node.node.value.children.flatMap(previewLines);
    case "diff":
      return node.node.value.hunks.flatMap((hunk) => [
        `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`,
        ...hunk.lines.map(({ op, text }) => diffLine(op, text)),
      ]);
    default:
      return [`(${node?.node.case ?? "nothing"})`];
  }
}

function diffLine(op: DiffLineOp, text: string): Part {
  if (op === DiffLineOp.ADD) return green(`+${text}`);
  return op === DiffLineOp.REMOVE ? red(`-${text}`) : ` ${text}`;
}
