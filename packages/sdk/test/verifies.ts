import { readFileSync } from "node:fs";
import { parse } from "yaml";

let known: Set<string> | undefined;

/**
 * Marks the test, or all tests of the `describe`, that stand around the call as verifying requirements of
 * requirements.yaml. `npm run check` reads the marks from the source, so the ids must be string literals.
 *
 * @throws if requirements.yaml has no such id.
 */
export function verifies(...ids: string[]): void {
  known ??= new Set(readRequirements().map(({ id }) => id));
  for (const id of ids) {
    if (!known.has(id)) {
      throw new Error(`requirements.yaml has no requirement ${id}`);
    }
  }
}

function readRequirements(): { id: string }[] {
  return parse(readFileSync(new URL("../../../requirements.yaml", import.meta.url), "utf8"));
}
