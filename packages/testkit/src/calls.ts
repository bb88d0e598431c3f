import type { RenderTree } from "@plugwright/protocol/render";
import type { JsonObject } from "@plugwright/sdk";
import { type Admission, admit, type Requested } from "./admit.js";
import { withEither } from "./either-signal.js";
import { type FoundOperation, findOperation, unknownText, type Wanted } from "./find-operation.js";
import type { AnyCommand, AnyTool } from "./kernel.js";
import { leakMessage } from "./leaks.js";
import type { LoadedProvider } from "./load/load-provider.js";
import { ranReport, refusedReport, unknownReport } from "./make-report.js";
import type { CallOptions, KernelOptions } from "./options.js";
import type { CallReport } from "./report.js";
import type { Violation } from "./rules.js";
import { kernelError } from "./run/errors.js";
import { type RunState, runCall } from "./run/run-call.js";
import { treeText } from "./tree-text.js";

/** An operation by its definition or name. */
export type Named = AnyTool | AnyCommand | string;

/** Which call is meant. */
export interface CallRequest {
  readonly type: Wanted["type"];
  readonly named: Named;
  readonly args: JsonObject;
  readonly options: CallOptions;
}

/** A call that has its id, and its operation where there is one. */
export interface PreparedCall extends CallRequest {
  readonly id: string;
  readonly turnId: string;
  readonly requested: Requested | undefined;
}

/** The calls of a session. */
export interface Calls {
  /** @throws TypeError for a definition that was not loaded, and for a name that several providers have. */
  prepare(request: CallRequest): PreparedCall;
  /** Lets the policy, and the person, decide. */
  admit(call: PreparedCall, requested: Requested): Promise<Admission>;
  /** Runs what was admitted, or reports why it was not. */
  perform(call: PreparedCall, admission: Admission): Promise<CallReport>;
  /** The report of a call of an operation that there is not. */
  unknown(call: PreparedCall): CallReport;
  /** Admits and performs. */
  run(call: PreparedCall): Promise<CallReport>;
  preview(request: CallRequest): Promise<RenderTree | undefined>;
  readonly turnId: () => string;
  nextTurn(): void;
}

/** What calls are made with. */
export interface CallsParts {
  readonly providers: readonly LoadedProvider[];
  readonly run: RunState;
  readonly options: Pick<KernelOptions, "policy" | "approve" | "afterCall">;
  readonly workingDirectory: string;
  /** Aborts when the kernel is closed. */
  readonly closing: AbortSignal;
  /** Takes what providers do against the protocol. */
  readonly violations: Violation[];
}

export function createCalls({ providers, run, options, workingDirectory, closing, violations }: CallsParts): Calls {
  const { policy = [], approve, afterCall } = options;
  let count = 0;
  let turn = 1;
  const turnId = () => `turn-${turn}`;
  const wantedOf = ({ type, named, options }: CallRequest): Wanted => ({
    type,
    name: typeof named === "string" ? named : named.name,
    provider: options.provider,
  });
  /** A model may call what there is not; a definition that was not loaded is a mistake of the test. */
  const find = (request: CallRequest): FoundOperation | undefined => {
    const wanted = wantedOf(request);
    const found = findOperation(providers, wanted);
    if (found === undefined && typeof request.named !== "string") throw new TypeError(unknownText(providers, wanted));
    return found;
  };
  const directoryOf = (given: CallOptions): string => given.workingDirectory ?? workingDirectory;
  const preview = async (
    { provider, operation }: FoundOperation,
    { id, turnId, options: given }: Pick<PreparedCall, "id" | "turnId" | "options">,
    args: JsonObject,
    signal: AbortSignal,
  ) => {
    const callContext = { sessionId: run.sessionId, turnId, workingDirectory: directoryOf(given) };
    const timeoutMs = given.timeoutMs ?? operation.timeoutMs ?? run.defaultTimeoutMs;
    const wire = { id, name: operation.name, arguments: args, callContext };
    const tree = await provider.service.preview(wire, { timeoutMs, signal });
    const secret = provider.leaks.find(treeText(tree));
    if (secret !== undefined) {
      const message = leakMessage(secret, "the preview");
      violations.push({
        rule: "secret_leaked",
        provider: operation.provider,
        operation: operation.name,
        callId: id,
        message,
      });
    }
    return tree;
  };

  const calls: Calls = {
    turnId,
    nextTurn: () => void turn++,
    prepare(request) {
      if (closing.aborted) throw new Error("the kernel was closed: start another one");
      const call = { ...request, id: `call-${++count}`, turnId: turnId() };
      const { args, options: given } = request;
      const found = find(request);
      const unchecked = given.unchecked ?? false;
      const requested = found && {
        ...found,
        callId: call.id,
        args,
        unchecked,
        preview: (shown: JsonObject, signal: AbortSignal) => preview(found, call, shown, signal),
      };
      return { ...call, requested };
    },
    admit: ({ options: { signal } }, requested) =>
      withEither([signal, closing], (either) => admit(requested, policy, approve, either)),
    async perform(call, admission) {
      const { id, requested, args, options: given } = call;
      if (requested === undefined) return calls.unknown(call);
      const { operation, provider } = requested;
      const of = { id, operation, args, heardAfterCancel: provider.opened.heardAfterCancel };
      const report = admission.admitted
        ? ranReport(
            of,
            admission,
            await withEither([given.signal, closing], (signal) =>
              runCall(run, {
                id,
                operation,
                provider,
                args: admission.args,
                turnId: call.turnId,
                workingDirectory: directoryOf(given),
                signal,
                timeoutMs: given.timeoutMs,
                onEvent: given.onEvent,
              }),
            ),
          )
        : refusedReport(of, admission);
      violations.push(...report.violations);
      await afterCall?.(report);
      return report;
    },
    unknown(call) {
      const wanted = wantedOf(call);
      const operation = { type: wanted.type, name: wanted.name, provider: wanted.provider ?? "" };
      return unknownReport(call.id, operation, call.args, kernelError("not_found", unknownText(providers, wanted)));
    },
    async run(call) {
      if (call.requested === undefined) return calls.unknown(call);
      return calls.perform(call, await calls.admit(call, call.requested));
    },
    async preview(request) {
      const call = calls.prepare(request);
      const { requested } = call;
      if (requested === undefined) throw new TypeError(unknownText(providers, wantedOf(request)));
      return withEither([call.options.signal, closing], (signal) => requested.preview(request.args, signal));
    },
  };
  return calls;
}
