import type { RenderTree } from "@plugwright/protocol/render";

/** All that stands in a tree. */
export function treeText(tree: RenderTree | undefined): string {
  return JSON.stringify(tree ?? {}, (_, held: unknown) => (typeof held === "bigint" ? `${held}` : held));
}
