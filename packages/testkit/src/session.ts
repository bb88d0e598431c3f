import { setMaxListeners } from "node:events";
import type { JsonObject } from "@plugwright/sdk";
import type { CallbackState } from "./callbacks/service.js";
import { type CallRequest, createCalls, type Named } from "./calls.js";
import { parseCommandText } from "./command-text/parse.js";
import type { AnyCommand, AnyTool, MessageCall, TestKernel } from "./kernel.js";
import type { LoadedProvider } from "./load/load-provider.js";
import { unknownReport } from "./make-report.js";
import { runMessage } from "./message.js";
import type { CallOptions, KernelOptions } from "./options.js";
import type { CallReport } from "./report.js";
import type { LoadFinding, Violation, WarningRule } from "./rules.js";
import { createBreaker } from "./run/breaker.js";
import { kernelError } from "./run/errors.js";
import { startCall } from "./running-call.js";
import { createScheduler } from "./schedule/scheduler.js";
import { violationsError } from "./violations-error.js";

/** What a session is made of. */
export interface SessionParts {
  readonly options: KernelOptions;
  readonly state: CallbackState;
  readonly providers: readonly LoadedProvider[];
  readonly warnings: readonly LoadFinding<WarningRule>[];
  /** What was found so far; calls add to it. */
  readonly violations: Violation[];
  /** Ends the providers. */
  readonly close: () => Promise<void>;
}

/** The one session of a test kernel. */
export function createSession({ options, state, providers, warnings, violations, close }: SessionParts): TestKernel {
  const { workingDirectory = process.cwd() } = options;
  const closing = new AbortController();
  // Each call that runs listens to it, and there may be any number.
  setMaxListeners(0, closing.signal);
  const running = new Set<Promise<unknown>>();
  const run = {
    clock: state.clock,
    scheduler: createScheduler(state.clock),
    breaker: createBreaker(options.crashes ?? 3),
    sessionId: state.sessionId,
    retries: options.retries ?? 1,
    defaultTimeoutMs: options.defaultTimeoutMs ?? 60_000,
    answer: options.answer,
  };
  const calls = createCalls({
    providers,
    run,
    options,
    workingDirectory,
    closing: closing.signal,
    violations,
  });
  const operations = providers.flatMap((provider) => provider.operations);

  /** Has `close` wait for it. */
  const tracked = <T>(promise: Promise<T>): Promise<T> => {
    running.add(promise);
    const forget = () => void running.delete(promise);
    promise.then(forget, forget);
    return promise;
  };
  let closed: Promise<void> | undefined;
  const end = async (): Promise<void> => {
    closing.abort("the kernel was closed");
    await Promise.allSettled(running);
    await close();
  };

  const requestOf = (type: "tool" | "command", named: Named, args: JsonObject, given: CallOptions): CallRequest => ({
    type,
    named,
    args,
    options: given,
  });
  const command = async (
    named: AnyCommand | string,
    given: JsonObject | string = {},
    callOptions: CallOptions = {},
  ): Promise<CallReport> => {
    const args = typeof given === "string" ? {} : given;
    const call = calls.prepare(requestOf("command", named, args, callOptions));
    if (typeof given !== "string" || call.requested === undefined) return calls.run(call);
    const { type, name, provider, input } = call.requested.operation;
    const parsed = parseCommandText(given, input);
    if (parsed.ok)
      return calls.run({ ...call, args: parsed.args, requested: { ...call.requested, args: parsed.args } });
    return unknownReport(call.id, { type, name, provider }, {}, kernelError("invalid_arguments", parsed.message));
  };

  const kernel = {
    session: { id: state.sessionId, workingDirectory },
    providers: providers.map(({ producer: { name, version, source }, opened: { category } }) => ({
      name,
      version,
      source,
      category,
    })),
    tools: operations.filter(({ type }) => type === "tool"),
    commands: operations.filter(({ type }) => type === "command"),
    prompts: providers.flatMap(({ prompts }) => prompts),
    warnings,
    violations,
    log: state.log,
    emits: state.emits,
    published: state.bus.published,
    call: async (tool: AnyTool | string, args: JsonObject = {}, given: CallOptions = {}) =>
      tracked(calls.run(calls.prepare(requestOf("tool", tool, args, given)))),
    start(tool: AnyTool | string, args: JsonObject = {}, given: CallOptions = {}) {
      const call = startCall(calls, requestOf("tool", tool, args, given));
      void tracked(call.report);
      return call;
    },
    message: (requests: readonly MessageCall[], given: Pick<CallOptions, "signal"> = {}) =>
      tracked(runMessage(calls, requests, given)),
    command: (named: AnyCommand | string, args?: JsonObject | string, given?: CallOptions) =>
      tracked(command(named, args, given)),
    async preview(named: Named, args: JsonObject = {}, given: CallOptions = {}) {
      const isCommand =
        typeof named === "string"
          ? operations.some(({ type, name }) => type === "command" && name === named) &&
            !operations.some(({ type, name }) => type === "tool" && name === named)
          : named.type === "command";
      return tracked(calls.preview(requestOf(isCommand ? "command" : "tool", named, args, given)));
    },
    publish: state.bus.publish,
    async close({ allowViolations = false }: { readonly allowViolations?: boolean | undefined } = {}) {
      closed ??= end();
      await closed;
      if (!allowViolations && violations.length > 0) throw violationsError(violations);
    },
  };
  // Overloads cannot be inferred: each function takes every form that the interface lists.
  return kernel as unknown as TestKernel;
}
