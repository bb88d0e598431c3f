import { DiffLineOp, type RenderNode } from "@plugwright/protocol/render";

const marks: Readonly<Partial<Record<DiffLineOp, string>>> = { [DiffLineOp.ADD]: "+", [DiffLineOp.REMOVE]: "-" };

/** A tree as text, line by line, as far as a terminal without colours can show it. */
export function treeLines(node: RenderNode | undefined): string[] {
  const held = node?.node;
  switch (held?.case) {
    case "text":
    case "codeBlock":
      return held.value.content.split("\n");
    case "diff":
      return held.value.hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
        `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`,
        ...lines.map(({ op, text }) => `${marks[op] ?? " "}${text}`),
      ]);
    case "table":
      return [held.value.headers, ...held.value.rows.map(({ cells }) => cells)].map((cells) => cells.join(" | "));
    case "link":
      return [`${held.value.text} <${held.value.url}>`];
    case "list": {
      const { items, ordered } = held.value;
      return items.flatMap((item, index) => indented(ordered ? `${index + 1}. ` : "- ", treeLines(item)));
    }
    case "group":
      return held.value.children.flatMap(treeLines);
    case "collapsible":
      return [held.value.summary, ...held.value.children.flatMap((child) => indented("  ", treeLines(child)))];
    case "subSession":
      return [`session ${held.value.sessionId}: ${held.value.summary}`];
    case "action":
      return [`[${held.value.label}] calls ${held.value.toolName}`];
    case undefined:
      return ["(nothing)"];
  }
}

function indented(mark: string, lines: readonly string[]): string[] {
  return lines.map((line, index) => `${index === 0 ? mark : " ".repeat(mark.length)}${line}`);
}
