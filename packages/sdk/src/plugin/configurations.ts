import type { Kernel, Logger } from "../kernel/client.js";
import { classify } from "../operation/classify.js";
import type { Environment } from "../operation/environment.js";
import { abortReason, ToolError, type WireError } from "../operation/errors.js";
import type { Lease } from "../operation/host.js";
import { createLocks } from "../operation/locks.js";
import { createLogger } from "../operation/log.js";
import type { Platform, Scope } from "../operation/platform.js";
import type { Instances } from "../operation/provider.js";
import { noSecrets, type Redactor, shortestSecret } from "../operation/redact.js";
import { redactError } from "../operation/wire-error.js";
import type { JsonObject } from "../schema/types.js";
import { canonicalJson } from "./canonical-json.js";
import { closeMade, type Made } from "./closing.js";
import { givenRedactor, parseConfig } from "./configure.js";
import type { PluginInternals } from "./definition.js";
import { makeInstances } from "./instances.js";
import { followUntilDone, runOwnCode } from "./own-code.js";

/** The configurations of one plugin: the one that new calls get, and older ones that still have calls. */
export interface Configurations {
  /** Makes these values the configuration of new calls. Resolves with what went wrong, if anything did. */
  configure(raw: JsonObject, signal: AbortSignal): Promise<WireError | undefined>;
  /** @throws ToolError when the plugin was not configured and needs to be. */
  acquire(): Promise<Lease>;
  redactor(): Redactor;
  /** Resolves when no call holds a configuration, at the latest after `ms` milliseconds. */
  drain(ms: number): Promise<void>;
  /** From now on nothing can be acquired or configured. */
  shut(): void;
  /** Shuts, and closes what the configuration made. */
  close(): Promise<void>;
}

export interface ConfigurationsOptions {
  readonly internals: PluginInternals;
  readonly platform: Platform;
  readonly log: Logger;
  readonly kernel: Kernel;
  readonly messageLimit: number;
}

interface Configuration {
  /** Equal for equal values. */
  readonly key: string;
  readonly environment: Environment;
  calls: number;
  retired: boolean;
}

export function createConfigurations(options: ConfigurationsOptions): Configurations {
  const { internals, platform, kernel, messageLimit } = options;
  const locks = createLocks();
  const ended = new AbortController();
  const closing = new Set<Promise<void>>();
  const idle = new Set<() => void>();
  let current: Configuration | undefined;
  let calls = 0;
  let queue: Promise<unknown> = Promise.resolve();

  /** One after the other: both services may configure at the same time. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = queue.then(work);
    queue = turn.catch(() => undefined);
    return turn;
  };

  const loggerWith =
    (redactor: Redactor) =>
    (fields: JsonObject): Logger =>
      createLogger({ write: platform.log, now: platform.now, redactor: () => redactor, fields });

  const close = (made: Made, log: Logger): Promise<void> => {
    const done = closeMade(made, { internals, platform, log }).then(() => void closing.delete(done));
    closing.add(done);
    return done;
  };

  const retire = (old: Configuration | undefined): void => {
    if (old === undefined) return;
    old.retired = true;
    if (old.calls === 0) void close(old.environment, old.environment.logger({}));
  };

  const makeWith = async (raw: JsonObject, errors: Redactor, signal: AbortSignal): Promise<Configuration> => {
    const ownLog = loggerWith(errors)({});
    const parsing = { platform, log: ownLog, label: "the configuration's schema", signal };
    const parsed = await runOwnCode(parsing, () => parseConfig(internals, raw, errors), ignore);
    const { value, redactor, unprotected } = parsed;
    const logger = loggerWith(redactor);
    const log = logger({});
    for (const name of unprotected) {
      log.warn(
        `the secret ${name} has fewer than ${shortestSecret} characters: it cannot be taken out of what leaves the plugin`,
      );
    }
    const programs = platform.programs({ workingDirectory: undefined, redactor, log });
    try {
      const setup = { platform, log, label: "setup", signal, programs };
      const ctx = await runOwnCode(
        setup,
        () => internals.setup?.(value, { log, kernel, signal }),
        (late) => void close({ ctx: late, instances: new Map(), programs }, log),
      );
      const scope: Scope = { label: "constructors", log, fail: () => false, programs };
      const closeFirst = (instances: Instances) => void close({ ctx, instances, programs }, log);
      const instances = platform.enter(scope, () => makeInstances(internals.providers, value, closeFirst));
      return {
        key: canonicalJson(raw),
        environment: {
          platform,
          config: value,
          ctx,
          instances,
          programs,
          redactor,
          kernel,
          locks,
          messageLimit,
          logger,
        },
        calls: 0,
        retired: false,
      };
    } catch (error) {
      void programs.end(error);
      throw error;
    }
  };

  /** @throws ToolError without any secret in it. */
  const make = async (raw: JsonObject, caller: AbortSignal): Promise<Configuration> => {
    const errors = givenRedactor(internals, raw);
    // After setup its signal is the author's to keep: that the RPC is over is no reason to stop anything.
    const { signal, done } = followUntilDone(caller, ended.signal);
    try {
      return await makeWith(raw, errors, signal);
    } catch (error) {
      const { category, message, retryable, details } = redactError(classify(error), errors);
      throw new ToolError(category, message, { retryable, details });
    } finally {
      done();
    }
  };

  const configure = (raw: JsonObject, signal: AbortSignal): Promise<void> =>
    inTurn(async () => {
      if (ended.signal.aborted) throw abortReason("shutdown");
      if (current?.key === canonicalJson(raw)) return;
      const next = await make(raw, signal);
      retire(current);
      current = next;
    });

  /** One attempt for all calls that wait for it. */
  let attempt: Promise<void> | undefined;
  const configureByDefault = (): Promise<void> => {
    attempt ??= inTurn(async () => {
      current ??= await make({}, ended.signal);
    }).finally(() => {
      attempt = undefined;
    });
    return attempt.catch((error: unknown) => {
      const { category, message, retryable, details } = classify(error);
      const configured = category === "invalid_arguments" ? "execution_failed" : category;
      throw new ToolError(configured, `the plugin is not configured: ${message}`, { retryable, details });
    });
  };

  return {
    configure: (raw, signal) =>
      configure(raw, signal).then(
        () => undefined,
        (error: unknown) => classify(error),
      ),
    async acquire() {
      if (ended.signal.aborted) throw abortReason("shutdown");
      if (current === undefined) await configureByDefault();
      if (ended.signal.aborted) throw abortReason("shutdown");
      const held = current;
      if (held === undefined) throw new ToolError("execution_failed", "the plugin is not configured");
      held.calls++;
      calls++;
      let released = false;
      return {
        environment: held.environment,
        release() {
          if (released) return;
          released = true;
          held.calls--;
          calls--;
          if (held.retired && held.calls === 0) void close(held.environment, held.environment.logger({}));
          if (calls === 0) for (const tell of [...idle]) tell();
        },
      };
    },
    redactor: () => current?.environment.redactor ?? noSecrets,
    drain(ms) {
      if (calls === 0) return Promise.resolve();
      return new Promise((resolve) => {
        const tell = () => {
          undo();
          idle.delete(tell);
          resolve();
        };
        const undo = platform.after(ms, tell);
        idle.add(tell);
      });
    },
    shut() {
      ended.abort(abortReason("shutdown"));
    },
    async close() {
      ended.abort(abortReason("shutdown"));
      await inTurn(async () => {
        const last = current;
        current = undefined;
        if (last !== undefined) await close(last.environment, last.environment.logger({}));
      });
      await Promise.all(closing);
    },
  };
}

const ignore = (): void => undefined;
