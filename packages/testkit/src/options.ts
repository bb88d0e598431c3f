import type { LogRecord } from "./callbacks/recording.js";
import type { Clock } from "./clock.js";
import type { Approve } from "./gate/plan.js";
import type { PolicyRule } from "./gate/policy.js";
import type { ProviderConfig } from "./load/config.js";
import type { CallEvent, CallReport } from "./report.js";
import type { Answer } from "./run/question.js";
import type { ProviderSource } from "./source.js";

/** What a test kernel is started with. */
export interface KernelOptions {
  /** In the order in which they are loaded. */
  readonly providers: readonly ProviderSource[];
  /** The operator's blocks, by the names of the providers. A secret is `env("NAME")`. */
  readonly config?: Readonly<Record<string, ProviderConfig>> | undefined;
  /** What `env("NAME")` reads. Defaults to the variables of this process. */
  readonly environment?: Readonly<Record<string, string | undefined>> | undefined;
  /** The first rule that matches decides; without one a call is allowed. Defaults to no rules. */
  readonly policy?: readonly PolicyRule[] | undefined;
  /** The person who is asked where the policy says `ask`. Without one such a call is denied. */
  readonly approve?: Approve | undefined;
  /** The person whom interactive operations ask. Without one such a call fails. */
  readonly answer?: Answer | undefined;
  /** The post-tool-call hook: runs after each call, and before the kernel looks whether the turn is done. */
  readonly afterCall?: ((report: CallReport) => void | Promise<void>) | undefined;
  /** Sees each entry of a log as it comes. */
  readonly onLog?: ((entry: LogRecord) => void) | undefined;
  /** Defaults to the machine's. `virtualClock()` moves when told. */
  readonly clock?: Clock | undefined;
  /** The session's directory, absolute. Defaults to that of this process. */
  readonly workingDirectory?: string | undefined;
  /** Milliseconds that a call has whose operation declares no timeout. Defaults to a minute. */
  readonly defaultTimeoutMs?: number | undefined;
  /** How often a retryable failure is tried again. Defaults to 1. */
  readonly retries?: number | undefined;
  /** After how many crashes in a row a provider is disabled. Defaults to 3. */
  readonly crashes?: number | undefined;
}

/** How one call is made. */
export interface CallOptions {
  /** Cancels the call. A reason that is a string is told. */
  readonly signal?: AbortSignal | undefined;
  /** Defaults to the session's. */
  readonly workingDirectory?: string | undefined;
  /** What the operator's file sets in place of the operation's own timeout, in milliseconds. */
  readonly timeoutMs?: number | undefined;
  /** Which provider's operation, where several have one of this name. */
  readonly provider?: string | undefined;
  /** Sends arguments that break the input schema, to see what the plugin itself says. The kernel would not. */
  readonly unchecked?: boolean | undefined;
  /** Sees each event as it comes. The next is not read before it is done: a slow reader. */
  readonly onEvent?: ((event: CallEvent) => void | Promise<void>) | undefined;
}
