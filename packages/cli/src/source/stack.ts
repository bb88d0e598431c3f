import { relative } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * The place in the author's own files that a stack leads to first, as in `src/plugin.ts:3:20`.
 * @param stack as Node prints it, with places in the sources
 * @param project the folder of the author's files
 * @param cwd what the place is told relative to
 */
export function placeIn(stack: string, project: string, cwd: string): string | undefined {
  for (const [, place = "", line, column] of stack.matchAll(
    /^\s+at (?:.*\()?(\/.+?|file:.+?|[A-Z]:\\.+?):(\d+):(\d+)\)?$/gm,
  )) {
    const file = place.startsWith("file:") ? fileURLToPath(place) : place;
    const inside = relative(project, file);
    if (!inside.startsWith("..") && !inside.includes("node_modules")) return `${relative(cwd, file)}:${line}:${column}`;
  }
  return undefined;
}
