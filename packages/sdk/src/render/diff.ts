import { create } from "@bufbuild/protobuf";
import { DiffLineOp, type RenderTree, RenderTreeSchema } from "@plugwright/protocol/render";
import { structuredPatch } from "diff";

const ops: Readonly<Record<string, DiffLineOp>> = {
  " ": DiffLineOp.CONTEXT,
  "+": DiffLineOp.ADD,
  "-": DiffLineOp.REMOVE,
};

/** Beyond these the search for a short difference is given up: a preview must not hold up the plugin. */
const maxEditLength = 1000;
const searchFor = 200;
const mostText = 1024 * 1024;
/** The most lines that are shown of a text which is replaced whole. */
const mostShown = 500;
const contextLines = 3;

/**
 * The difference between two texts, line by line, with three lines of context (render.v1 DiffNode).
 * Equal texts give no hunks. Where there are too many differences, the beginning of both is shown as replaced.
 */
export function diff(before: string, after: string): RenderTree {
  const isSmall = before.length + after.length <= mostText;
  const limits = { context: contextLines, maxEditLength, timeout: searchFor };
  const patch = isSmall ? structuredPatch("", "", before, after, "", "", limits) : undefined;
  const equal = before === after;
  const hunks = equal ? [] : patch === undefined ? [replaced(before, after)] : patch.hunks;
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
  const old = linesOf(before).slice(0, mostShown);
  const now = linesOf(after).slice(0, mostShown);
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
