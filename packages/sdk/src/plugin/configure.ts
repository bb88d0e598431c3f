import type { Logger } from "../kernel/client.js";
import { abortReason, ToolError } from "../operation/errors.js";
import type { Platform, Scope } from "../operation/platform.js";
import { createRedactor, type Redactor, shortestSecret } from "../operation/redact.js";
import { strayError } from "../operation/stray.js";
import { parseWith } from "../schema/parse.js";
import { prepareArguments } from "../schema/prepare.js";
import { problemText } from "../schema/problem.js";
import type { JsonObject } from "../schema/types.js";
import { secretValues } from "./config.js";
import type { PluginInternals } from "./definition.js";
import type { SetupContext } from "./options.js";

/** A configuration that the author's schema accepted. */
export interface ParsedConfig {
  readonly value: unknown;
  readonly redactor: Redactor;
  /** Attributes whose secret is too short to be taken out of what leaves the process. */
  readonly unprotected: readonly string[];
}

/**
 * Reads the values of Configure with the plugin's config schema. A sensitive value never stands in the error.
 * @throws ToolError `invalid_arguments`, a line for each attribute.
 */
export async function parseConfig({ config }: PluginInternals, raw: JsonObject): Promise<ParsedConfig> {
  const { schema, compiled } = config;
  if (schema === undefined) return { value: undefined, redactor: createRedactor([]), unprotected: [] };
  const given = secretValues(raw, compiled.secrets);
  const { value } = compiled.shape === undefined ? { value: raw } : prepareArguments(compiled.shape, raw);
  const parsed = await parseWith(schema, value);
  if (!parsed.ok) {
    const hidden = new Set(compiled.secrets.map(({ path }) => path.join(".")));
    const problems = parsed.problems.map((problem) =>
      hidden.has(problem.path) ? { ...problem, got: "a value that is not shown" } : problem,
    );
    const details = { problems: problems.map(({ path, expected }) => ({ path, expected })) };
    throw new ToolError("invalid_arguments", createRedactor(given).text(problemText(problems)), { details });
  }
  const secrets = [...given, ...secretValues(parsed.value, compiled.secrets)];
  const unprotected = secrets.filter((secret) => secret.value.length < shortestSecret).map(({ name }) => name);
  return { value: parsed.value, redactor: createRedactor(secrets), unprotected: [...new Set(unprotected)] };
}

/** What the author's `setup` is run with. */
export interface SetupOptions {
  readonly internals: PluginInternals;
  readonly platform: Platform;
  readonly log: Logger;
  readonly config: unknown;
  readonly signal: AbortSignal;
  readonly context: SetupContext;
}

/**
 * Runs the author's `setup` in a scope of its own. When the signal aborts, the answer does not wait for it;
 * what it still makes is given to `close`.
 */
export async function runSetup(options: SetupOptions, close: (ctx: unknown) => void): Promise<unknown> {
  const { internals, platform, log, config, signal, context } = options;
  const { setup } = internals;
  if (setup === undefined) return undefined;
  if (signal.aborted) throw signal.reason;
  return new Promise((resolve, reject) => {
    let pending = true;
    const fail = (error: unknown): boolean => {
      const first = pending;
      pending = false;
      reject(error);
      return first;
    };
    const scope: Scope = {
      label: "setup",
      log,
      fail: (error) => fail(toToolError(error)),
    };
    const onAbort = () => fail(signal.reason ?? abortReason("cancelled"));
    signal.addEventListener("abort", onAbort, { once: true });
    const run = async () => setup(config, context);
    platform.enter(scope, run).then((ctx) => {
      signal.removeEventListener("abort", onAbort);
      if (!pending) return close(ctx);
      pending = false;
      resolve(ctx);
    }, fail);
  });
}

function toToolError(error: unknown): ToolError {
  const { category, message, details } = strayError(error);
  return new ToolError(category, message, { details });
}
