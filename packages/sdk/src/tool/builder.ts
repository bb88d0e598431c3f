import type { RenderTree } from "@plugwright/protocol/render";
import type { PreviewCall, StreamEvent } from "../operation/call.js";
import { chain } from "../operation/chain.js";
import type { Duration } from "../operation/duration.js";
import type { Kind, MutatesOptions, ReadsOptions, Risk, RiskFacts } from "../operation/effect.js";
import type { InputOptions, OutputOptions } from "../operation/schema-options.js";
import type {
  Awaitable,
  CallFor,
  EffectStep,
  FieldsOf,
  KeyOf,
  Missing,
  Mode,
  ObjectRoot,
  Once,
  OnceOf,
  Refused,
} from "../operation/type-state.js";
import type { InputOf, OutputOf, Schema } from "../schema/types.js";
import type { ToolDefinition } from "./definition.js";

type Extra<T, R> = 0 extends 1 & T
  ? never
  : Exclude<T extends unknown ? keyof T : never, FieldsOf<R> | (string extends keyof R ? string : never)>;

/** Nothing to add for a result with declared fields only. TypeScript itself lets inferred returns have more. */
export type NoExtra<T, R> = [Extra<T, R>] extends [never]
  ? unknown
  : Refused<`${Extra<T, R> & string} is no field of the output schema`>;

type ToolRun<Args, Result, Call, M extends Mode, Done> = M extends "unary"
  ? <T extends Result>(handler: (args: Args, call: Call) => Awaitable<T & NoExtra<T, Result>>) => Done
  : <T extends Result>(
      handler: (
        args: Args,
        call: Call,
      ) => Awaitable<T & NoExtra<T, Result>> | AsyncGenerator<StreamEvent, T & NoExtra<T, Result>, void>,
    ) => Done;

/**
 * A tool between two steps; immutable, so that one half-built tool can become several. The order of steps is free,
 * except that `.input()` comes before a key and before `.preview()`, the effect before `.terminatesTurn()` and
 * `.preview()`, and `.run()` or `.asks()` last. A step that contradicts an earlier one does not compile, with a sentence
 * as the error; in JavaScript it is one of the faults that `definePlugin` throws.
 *
 * `Todo`: the steps still missing. `In`, `Out`: the schemas, `never` until given. `K`: the kind, `"unset"` until the
 * effect is declared. `M`: which events the handler may send. `Config`, `Ctx`: the types of `call.config`, `call.ctx`.
 */
export interface ToolBuilder<
  Todo extends string,
  In,
  Out,
  K extends Kind | "unset",
  M extends Mode,
  Config = unknown,
  Ctx = unknown,
> {
  /** Says what the tool does. The model reads it to decide whether to call it. Never empty. */
  readonly describe: OnceOf<
    ".describe()",
    Todo,
    (text: string) => ToolBuilder<Exclude<Todo, ".describe()">, In, Out, K, M, Config, Ctx>
  >;
  /** Whether constraints that the wire's schemas cannot carry (`.min(1)`, …) are told in descriptions. Default: they are. */
  describeConstraints(on: boolean): ToolBuilder<Todo, In, Out, K, M, Config, Ctx>;
  /** The arguments: a zod schema with an object at its root. Its input side is advertised; the handler gets its output. */
  readonly input: Once<
    In,
    <S extends Schema>(
      schema: S & ObjectRoot<S>,
      options?: InputOptions,
    ) => ToolBuilder<Exclude<Todo, ".input()">, S, Out, K, M, Config, Ctx>
  >;
  /** The result: a zod schema with an object at its root. The handler returns its input; its output side is advertised. */
  readonly output: Once<
    Out,
    <S extends Schema>(
      schema: S & ObjectRoot<S>,
      options?: OutputOptions,
    ) => ToolBuilder<Exclude<Todo, ".output()">, In, S, K, M, Config, Ctx>
  >;
  /** The tool changes nothing (data_source, read_only, idempotent). Its calls run beside all others unless stated. */
  readonly reads: K extends "unset"
    ? (
        options?: ReadsOptions<KeyOf<In>>,
      ) => ToolBuilder<Exclude<Todo, EffectStep>, In, Out, "data_source", M, Config, Ctx>
    : Refused<"a tool has one effect">;
  /** The tool changes something (resource), with this risk. Its calls run alone unless stated. */
  readonly mutates: K extends "unset"
    ? (
        risk: Risk | RiskFacts,
        options?: MutatesOptions<KeyOf<In>>,
      ) => ToolBuilder<Exclude<Todo, EffectStep>, In, Out, "resource", M, Config, Ctx>
    : Refused<"a tool has one effect">;
  /** The tool asks a human (interactive). Ends the chain as `.run()` does: the kernel asks, and no handler runs. */
  readonly asks: K extends "unset"
    ? M extends "unary"
      ? [Exclude<Todo, EffectStep>] extends [never]
        ? () => ToolDefinition<InputOf<In>, OutputOf<Out>, unknown, unknown>
        : Missing<Exclude<Todo, EffectStep>>
      : Refused<"a tool that asks cannot stream">
    : Refused<"a tool has one effect">;
  /** The handler may send progress, output and partial results before its result, by `call` or as a generator. */
  readonly streams: M extends "unary"
    ? () => ToolBuilder<Todo, In, Out, K, "streaming", Config, Ctx>
    : Refused<"streaming is already declared">;
  /**
   * The handler runs programs (the exec family): `call.exec` streams what they write and the call sends the last one's
   * exit_status. Whatever `.streams()` allows is allowed as well.
   */
  readonly spawns: M extends "unary"
    ? () => ToolBuilder<Todo, In, Out, K, "process", Config, Ctx>
    : Refused<"streaming is already declared">;
  /** Running it again with the same arguments leaves the same state, so that the kernel may retry it. */
  idempotent(): ToolBuilder<Todo, In, Out, K, M, Config, Ctx>;
  /** How long a call may take, unless the operator says otherwise. 1 ms to 365 days; without it the kernel's limit holds. */
  timeout(limit: Duration): ToolBuilder<Todo, In, Out, K, M, Config, Ctx>;
  /** A successful call ends the turn, with its result as the report (tool-data-types, terminates_turn). */
  readonly terminatesTurn: K extends "resource"
    ? () => ToolBuilder<Todo, In, Out, K, M, Config, Ctx>
    : Refused<"only a tool that .mutates() ends the turn">;
  /** Shows what a call would do, before it is allowed to. Must not change anything. */
  readonly preview: K extends "resource"
    ? [In] extends [never]
      ? Missing<".input()">
      : (
          make: (args: OutputOf<In>, call: PreviewCall<Config, Ctx>) => Awaitable<RenderTree>,
        ) => ToolBuilder<Todo, In, Out, K, M, Config, Ctx>
    : Refused<"only a tool that .mutates() has a preview">;
  /** Ends the chain with what a call does. What it throws becomes the call's error. */
  readonly run: [Todo] extends [never]
    ? ToolRun<
        OutputOf<In>,
        InputOf<Out>,
        CallFor<K, M, Config, Ctx>,
        M,
        ToolDefinition<InputOf<In>, OutputOf<Out>, Config, Ctx>
      >
    : Missing<Todo>;
}

/**
 * Begins a tool: an operation that the model can call. `name` is 1 to 64 of `A-Za-z0-9_-` and unique in the plugin.
 * `Config` and `Ctx` type `call.config` and `call.ctx`; `definePlugin` checks that the plugin has them.
 */
export function tool<Config = unknown, Ctx = unknown>(
  name: string,
): ToolBuilder<".describe()" | ".input()" | ".output()" | EffectStep, never, never, "unset", "unary", Config, Ctx> {
  // The chain has every step; which of them may be called when is known to the types only.
  return chain("tool", name) as unknown as ReturnType<typeof tool<Config, Ctx>>;
}
