import { ToolError } from "../operation/errors.js";
import { redactOf } from "../operation/payload.js";
import { createRedactor, type Redactor, shortestSecret } from "../operation/redact.js";
import { parseWith } from "../schema/parse.js";
import { prepareArguments } from "../schema/prepare.js";
import { problemText } from "../schema/problem.js";
import type { JsonObject } from "../schema/types.js";
import { secretValues } from "./config.js";
import type { PluginInternals } from "./definition.js";

/** A configuration that the author's schema accepted. */
export interface ParsedConfig {
  readonly value: unknown;
  readonly redactor: Redactor;
  /** Attributes whose secret is too short to be taken out of what leaves the process. */
  readonly unprotected: readonly string[];
}

/** In what is said of a configuration that was refused, shorter secrets are taken out than elsewhere: it is little text. */
const shortestInErrors = 3;

/** Takes the secrets that were given out of what goes wrong with them. */
export function givenRedactor({ config }: PluginInternals, raw: JsonObject): Redactor {
  return createRedactor(secretValues(raw, config.compiled.secrets), shortestInErrors);
}

/**
 * Reads the values of Configure with the plugin's config schema. Runs code of the author's (refinements, transforms).
 * @throws ToolError `invalid_arguments`, a line for each attribute, of which none shows a secret.
 */
export async function parseConfig(
  { config }: PluginInternals,
  raw: JsonObject,
  redactor: Redactor,
): Promise<ParsedConfig> {
  const { schema, compiled } = config;
  if (schema === undefined) return { value: undefined, redactor: createRedactor([]), unprotected: [] };
  const { value } = compiled.shape === undefined ? { value: raw } : prepareArguments(compiled.shape, raw);
  const parsed = await parseWith(schema, value, redactOf(redactor));
  if (!parsed.ok) {
    const details = { problems: parsed.problems.map(({ path, expected }) => ({ path, expected })) };
    throw new ToolError("invalid_arguments", problemText(parsed.problems), { details });
  }
  const secrets = [...secretValues(raw, compiled.secrets), ...secretValues(parsed.value, compiled.secrets)];
  const unprotected = secrets.filter((secret) => secret.value.length < shortestSecret).map(({ name }) => name);
  return { value: parsed.value, redactor: createRedactor(secrets), unprotected: [...new Set(unprotected)] };
}
