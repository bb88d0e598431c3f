import { ToolError } from "@plugwright/sdk";

/**
 * Replaces the one place at which `find` stands in a text.
 * @throws ToolError that tells a model how to go on when there is no such place, or more than one.
 */
export function replaceOnce(text: string, find: string, replace: string, path: string): { text: string; line: number } {
  const at = text.indexOf(find);
  if (at === -1) {
    throw new ToolError("not_found", `the text does not stand in ${path}: read the file and copy the text exactly`);
  }
  const next = text.indexOf(find, at + 1);
  if (next !== -1) {
    const where = `at lines ${lineAt(text, at)} and ${lineAt(text, next)}`;
    throw new ToolError(
      "invalid_arguments",
      `the text stands in ${path} more than once, ${where}: give more of what is around it`,
    );
  }
  return { text: text.slice(0, at) + replace + text.slice(at + find.length), line: lineAt(text, at) };
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}
