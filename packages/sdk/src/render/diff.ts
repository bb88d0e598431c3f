import { create } from "@bufbuild/protobuf";
import { DiffLineOp, type RenderTree, RenderTreeSchema } from "@plugwright/protocol/render";
import { structuredPatch } from "diff";

const ops: Readonly<Record<string, DiffLineOp>> = {
  " ": DiffLineOp.CONTEXT,
  "+": DiffLineOp.ADD,
  "-": DiffLineOp.REMOVE,
};

/** Beyond this many changed lines the search for a short difference is given up. */
const maxEditLength = 2000;
const contextLines = 3;

/**
 * The difference between two texts, line by line, with three lines of context (render.v1 DiffNode).
 * Equal texts give no hunks. Texts with thousands of differing lines are shown as replaced whole.
 */
export function diff(before: string, after: string): RenderTree {
  const patch = structuredPatch("", "", before, after, "", "", { context: contextLines, maxEditLength });
  const hunks = patch === undefined ? [replaced(before, after)] : patch.hunks;
  return create(RenderTreeSchema, {
    root: {
      node: {
        case: "diff",
        value: {
          hunks: hunks.map(({ oldStart, oldLines, newStart, newLines, lines }) => ({
            oldStart,
            oldLines,
            newStart,
            newLines,
            // A line that starts with a backslash says that the text does not end with a newline.
            lines: lines.flatMap((line) => {
              const op = ops[line.charAt(0)];
              return op === undefined ? [] : [{ op, text: line.slice(1) }];
            }),
          })),
        },
      },
    },
  });
}

function replaced(before: string, after: string) {
  const old = linesOf(before);
  const now = linesOf(after);
  return {
    oldStart: old.length === 0 ? 0 : 1,
    oldLines: old.length,
    newStart: now.length === 0 ? 0 : 1,
    newLines: now.length,
    lines: [...old.map((line) => `-${line}`), ...now.map((line) => `+${line}`)],
  };
}

function linesOf(value: string): readonly string[] {
  const lines = value.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}
