import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { type RenderNodeSchema, type RenderTree, RenderTreeSchema, TextStyle } from "@plugwright/protocol/render";
import type { JsonObject } from "../schema/types.js";

type Node = Required<MessageInitShape<typeof RenderNodeSchema>>["node"];

/** A tree of one node (render.v1 RenderTree). Trees nest: what takes children takes trees. */
function tree(node: Node): RenderTree {
  return create(RenderTreeSchema, { root: { node } });
}

function roots(trees: readonly RenderTree[]) {
  return trees.flatMap(({ root }) => (root === undefined ? [] : [root]));
}

const styles = {
  normal: TextStyle.NORMAL,
  bold: TextStyle.BOLD,
  italic: TextStyle.ITALIC,
  code: TextStyle.CODE,
  dim: TextStyle.DIM,
  error: TextStyle.ERROR,
  warning: TextStyle.WARNING,
  success: TextStyle.SUCCESS,
} as const;

/** A run of text, plain unless a style is given. */
export function text(content: string, style?: keyof typeof styles): RenderTree {
  return tree({ case: "text", value: { content, ...(style === undefined ? {} : { style: styles[style] }) } });
}

/** Code, with the name of its language for highlighting. */
export function codeBlock(content: string, language?: string): RenderTree {
  return tree({ case: "codeBlock", value: { content, ...(language === undefined ? {} : { language }) } });
}

/** A table; each row has one cell for each header. */
export function table(headers: readonly string[], rows: readonly (readonly string[])[]): RenderTree {
  return tree({ case: "table", value: { headers: [...headers], rows: rows.map((cells) => ({ cells: [...cells] })) } });
}

/** A link. */
export function link(label: string, url: string): RenderTree {
  return tree({ case: "link", value: { text: label, url } });
}

/** A list, numbered on request. */
export function list(items: readonly RenderTree[], options: { readonly ordered?: boolean } = {}): RenderTree {
  return tree({ case: "list", value: { items: roots(items), ordered: options.ordered ?? false } });
}

/** Several trees, one below the other. */
export function group(...children: readonly RenderTree[]): RenderTree {
  return tree({ case: "group", value: { children: roots(children) } });
}

/** Trees below a summary that opens and closes; open unless `collapsed`. */
export function collapsible(
  summary: string,
  children: readonly RenderTree[],
  options: { readonly collapsed?: boolean } = {},
): RenderTree {
  const collapsedByDefault = options.collapsed ?? false;
  return tree({ case: "collapsible", value: { summary, children: roots(children), collapsedByDefault } });
}

/** A reference to another session. */
export function subSession(sessionId: string, summary: string): RenderTree {
  return tree({ case: "subSession", value: { sessionId, summary } });
}

/** What a button does when a person presses it: the kernel calls `tool` of `provider` with `args`. */
export interface Action {
  readonly id: string;
  readonly label: string;
  readonly tool: string;
  readonly provider: string;
  readonly args?: JsonObject | undefined;
}

/** A button. */
export function action({ id, label, tool, provider, args = {} }: Action): RenderTree {
  return tree({ case: "action", value: { id, label, toolName: tool, provider, args } });
}
