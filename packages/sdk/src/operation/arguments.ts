import type { Logger } from "../kernel/client.js";
import { parseWith } from "../schema/parse.js";
import { prepareArguments } from "../schema/prepare.js";
import { problemText } from "../schema/problem.js";
import type { JsonObject } from "../schema/types.js";
import type { CompiledOperation } from "./compile.js";
import { ToolError } from "./errors.js";
import { redactOf } from "./payload.js";
import type { Redactor } from "./redact.js";

const unknownText = (path: string, suggestion: string | undefined): string =>
  suggestion === undefined ? `${path}: no such field` : `${path}: no such field; did you mean ${suggestion}?`;

/** Problems and unknown keys that are listed; a caller may send any number of them. */
const mostListed = 20;

/**
 * The handler's arguments: what the author's schema makes of the raw ones. Author code (refinements,
 * transforms) runs here.
 * @throws ToolError `invalid_arguments`, a line for each problem, the problems in `details.problems`.
 */
export async function parseArguments(
  { operation, input }: CompiledOperation,
  raw: JsonObject | undefined,
  { log, redactor }: { readonly log: Logger; readonly redactor: Redactor },
): Promise<unknown> {
  const { value, ...found } = prepareArguments(input.shape, raw ?? {});
  // On the wire the keys of an object have no order of their own.
  const unknown = [...found.unknown].sort(mostUsefulFirst);
  const converted = [...found.converted].sort(byPath);
  if (unknown.length > 0) {
    const names = unknown
      .slice(0, mostListed)
      .map(({ path, suggestion }) => (suggestion === undefined ? path : `${path} (did you mean ${suggestion}?)`));
    const more = unknown.length > mostListed ? ` and ${unknown.length - mostListed} more` : "";
    log.warn(`arguments that ${operation.name} does not know were dropped: ${names.join(", ")}${more}`);
  }
  if (converted.length > 0) {
    const places = converted.slice(0, mostListed).map(({ path, to }) => `${path} (${to})`);
    const more = converted.length > mostListed ? ` and ${converted.length - mostListed} more` : "";
    log.info(`arguments of ${operation.name} that came as text were converted: ${places.join(", ")}${more}`);
  }
  if (operation.input === undefined) return {};
  const parsed = await parseWith(operation.input, value, redactOf(redactor));
  if (parsed.ok) return parsed.value;
  const details = {
    problems: parsed.problems.slice(0, mostListed).map(({ path, expected, got }) => ({ path, expected, got })),
  };
  // A field that is missing was often given under another name.
  const misnamed = unknown.slice(0, mostListed).map(({ path, suggestion }) => unknownText(path, suggestion));
  throw new ToolError("invalid_arguments", [problemText(parsed.problems), ...misnamed].join("\n"), { details });
}

interface Place {
  readonly path: string;
}

function byPath(one: Place, other: Place): number {
  return one.path < other.path ? -1 : 1;
}

type Unknown = Place & { readonly suggestion: string | undefined };

/** Those that are probably misspelt, then the others. */
function mostUsefulFirst(one: Unknown, other: Unknown): number {
  const rank = ({ suggestion }: Unknown) => (suggestion === undefined ? 1 : 0);
  return rank(one) - rank(other) || byPath(one, other);
}
