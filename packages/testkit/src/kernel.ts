import type { PromptExpansionSpec } from "@plugwright/protocol/common";
import type { RenderTree } from "@plugwright/protocol/render";
import type { CommandDefinition, JsonObject, ToolDefinition } from "@plugwright/sdk";
import type { BusRecord, Recording } from "./callbacks/recording.js";
import type { PlanItem } from "./gate/plan.js";
import type { LoadedOperation } from "./operation.js";
import type { CallOptions } from "./options.js";
import type { CallEvent, CallReport } from "./report.js";
import type { LoadFinding, Violation, WarningRule } from "./rules.js";

/** Any tool that the SDK made. */
export type AnyTool = Pick<ToolDefinition, "type" | "name"> & { readonly "~types": unknown };
/** Any slash command that the SDK made. */
export type AnyCommand = Pick<CommandDefinition, "type" | "name"> & { readonly "~types": unknown };

/** What a caller sends to an operation. */
export type ArgsOf<D extends { readonly "~types": unknown }> =
  NonNullable<D["~types"]> extends { readonly args: (args: infer Args) => void } ? Args : JsonObject;

/** What a tool answers. */
export type ResultOf<D extends { readonly "~types": unknown }> =
  NonNullable<D["~types"]> extends { readonly result: infer Result } ? Result : JsonObject;

/** One call of an assistant's message. */
export interface MessageCall {
  readonly tool: AnyTool | string;
  readonly args?: JsonObject | undefined;
  readonly provider?: string | undefined;
}

/** What came of an assistant's message. */
export interface MessageReport {
  readonly turnId: string;
  /** In the order of the calls. */
  readonly results: readonly CallReport[];
  /** The calls that change something, as they stood before they were made. */
  readonly plan: readonly PlanItem[];
  /** Why the turn is over: a call that ends it has succeeded, whose result is the report, or nothing was called. */
  readonly done:
    | { readonly by: "terminates_turn"; readonly result: JsonObject }
    | { readonly by: "no_tool_calls" }
    | undefined;
}

/** A call that runs. */
export interface RunningCall<Result = JsonObject> {
  readonly id: string;
  /** From the first one on, as they come. */
  events(): AsyncIterable<CallEvent>;
  cancel(reason?: string): void;
  /** Resolves when the call has ended. Rejects only with what `afterCall` or `onEvent` throws. */
  readonly report: Promise<CallReport<Result>>;
}

/** A provider that was loaded. */
export interface ProviderInfo {
  readonly name: string;
  readonly version: string;
  readonly source: string;
  readonly category: "tool" | "slashcommand";
}

/** A kernel for tests: it treats plugins as the real one does, for one session. */
export interface TestKernel extends Recording {
  readonly session: { readonly id: string; readonly workingDirectory: string };
  readonly providers: readonly ProviderInfo[];
  /** What the model is offered: tools, and never a command. */
  readonly tools: readonly LoadedOperation[];
  readonly commands: readonly LoadedOperation[];
  readonly prompts: readonly PromptExpansionSpec[];
  /** What was odd when the providers were loaded. */
  readonly warnings: readonly LoadFinding<WarningRule>[];
  /** What the providers have done against the protocol so far. */
  readonly violations: readonly Violation[];

  /**
   * Makes one call of a tool, as if a message held it alone: validated, decided on by the policy, after its locks.
   * @throws TypeError for a definition of which no provider was loaded, and a name that several have.
   */
  call<D extends AnyTool>(tool: D, args: ArgsOf<D>, options?: CallOptions): Promise<CallReport<ResultOf<D>>>;
  call(tool: string, args?: JsonObject, options?: CallOptions): Promise<CallReport>;
  /** As `call`, for whoever looks at the events or cancels. */
  start<D extends AnyTool>(tool: D, args: ArgsOf<D>, options?: CallOptions): RunningCall<ResultOf<D>>;
  start(tool: string, args?: JsonObject, options?: CallOptions): RunningCall;
  /** Runs one message of an assistant: its calls at the same time, as far as their locks allow. */
  message(calls: readonly MessageCall[], options?: Pick<CallOptions, "signal">): Promise<MessageReport>;
  /** Runs a slash command for a person, with arguments or with the text that was typed after its name. */
  command<D extends AnyCommand>(command: D, args: ArgsOf<D> | string, options?: CallOptions): Promise<CallReport>;
  command(command: string, args?: JsonObject | string, options?: CallOptions): Promise<CallReport>;
  /** What an operation shows before it runs. Rejects with the status of the RPC. */
  preview<D extends AnyTool | AnyCommand>(
    operation: D,
    args: ArgsOf<D>,
    options?: CallOptions,
  ): Promise<RenderTree | undefined>;
  preview(operation: string, args?: JsonObject, options?: CallOptions): Promise<RenderTree | undefined>;

  /** Publishes an event on the bus, as another part of the kernel would. */
  publish(event: BusRecord): void;
  /**
   * Cancels the calls that run, and waits for them; then ends the plugins: what runs in this process is closed, what was
   * launched is told to exit. Rejects with the violations that there are, unless `allowViolations`.
   */
  close(options?: { readonly allowViolations?: boolean | undefined }): Promise<void>;
}
