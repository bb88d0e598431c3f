import type { RenderTree } from "@plugwright/protocol/render";
import type { PreviewCall, StreamEvent } from "../operation/call.js";
import { chain } from "../operation/chain.js";
import type { Duration } from "../operation/duration.js";
import type { Kind, MutatesOptions, ReadsOptions, Risk, RiskFacts } from "../operation/effect.js";
import type { InputOptions } from "../operation/schema-options.js";
import type {
  Awaitable,
  CallFor,
  EffectStep,
  KeyOf,
  Missing,
  Mode,
  ObjectRoot,
  Once,
  OnceOf,
  Refused,
} from "../operation/type-state.js";
import type { InputOf, OutputOf, Schema } from "../schema/types.js";
import type { CommandDefinition } from "./definition.js";

/** The arguments of a command that declares none. */
export type NoArguments = Record<string, never>;

/**
 * What a command answers: an object or nothing, which is sent as `{}`. There is no schema for it
 * (slash-command-data-types, SlashCommandSpec). A promise and a generator are objects too, and are not meant.
 */
export type CommandResult =
  | (object & {
      readonly then?: never;
      readonly [Symbol.iterator]?: never;
      readonly [Symbol.asyncIterator]?: never;
    })
  | undefined
  // biome-ignore lint/suspicious/noConfusingVoidType: a handler without a return statement returns void
  | void;

type CommandRun<Args, Call, M extends Mode, Done> = M extends "unary"
  ? (handler: (args: Args, call: Call) => Awaitable<CommandResult>) => Done
  : (
      handler: (args: Args, call: Call) => Awaitable<CommandResult> | AsyncGenerator<StreamEvent, CommandResult, void>,
    ) => Done;

type ArgsIn<In> = [In] extends [never] ? NoArguments : InputOf<In>;
export type ArgsOut<In> = [In] extends [never] ? NoArguments : OutputOf<In>;

/**
 * A slash command between two steps; immutable, so that one half-built command can become several. The order of steps is
 * free, except that `.input()` comes before a key and before `.preview()`, the effect before `.preview()`, and `.run()`
 * or `.asks()` last. A step that contradicts an earlier one does not compile, with a sentence as the error; in
 * JavaScript it is one of the faults that `definePlugin` throws.
 *
 * `Todo`: the steps still missing. `In`: the schema, `never` until given. `K`: the kind, `"unset"` until the effect is
 * declared. `M`: which events the handler may send. `Config`, `Ctx`: the types of `call.config`, `call.ctx`.
 */
export interface CommandBuilder<
  Todo extends string,
  In,
  K extends Kind | "unset",
  M extends Mode,
  Config = unknown,
  Ctx = unknown,
> {
  /** Says what the command does. Frontends show it beside the name. Never empty. */
  readonly describe: OnceOf<
    ".describe()",
    Todo,
    (text: string) => CommandBuilder<Exclude<Todo, ".describe()">, In, K, M, Config, Ctx>
  >;
  /** Whether constraints that the wire's schemas cannot carry (`.min(1)`, …) are told in descriptions. Default: they are. */
  describeConstraints(on: boolean): CommandBuilder<Todo, In, K, M, Config, Ctx>;
  /** The arguments: a zod schema with an object at its root. May be left out by a command without arguments. */
  readonly input: Once<
    In,
    <S extends Schema>(schema: S & ObjectRoot<S>, options?: InputOptions) => CommandBuilder<Todo, S, K, M, Config, Ctx>
  >;
  /** The command changes nothing (data_source, read_only, idempotent). Its calls run beside all others unless stated. */
  readonly reads: K extends "unset"
    ? (
        options?: ReadsOptions<KeyOf<In>>,
      ) => CommandBuilder<Exclude<Todo, EffectStep>, In, "data_source", M, Config, Ctx>
    : Refused<"a command has one effect">;
  /** The command changes something (resource), with this risk. Its calls run alone unless stated. */
  readonly mutates: K extends "unset"
    ? (
        risk: Risk | RiskFacts,
        options?: MutatesOptions<KeyOf<In>>,
      ) => CommandBuilder<Exclude<Todo, EffectStep>, In, "resource", M, Config, Ctx>
    : Refused<"a command has one effect">;
  /** The command asks a human (interactive); any object answers it. Ends the chain as `.run()` does: no handler runs. */
  readonly asks: K extends "unset"
    ? M extends "unary"
      ? [Exclude<Todo, EffectStep>] extends [never]
        ? () => CommandDefinition<ArgsIn<In>, unknown, unknown>
        : Missing<Exclude<Todo, EffectStep>>
      : Refused<"a command that asks cannot stream">
    : Refused<"a command has one effect">;
  /** The handler may send progress, output and partial results before its result, by `call` or as a generator. */
  readonly streams: M extends "unary"
    ? () => CommandBuilder<Todo, In, K, "streaming", Config, Ctx>
    : Refused<"streaming is already declared">;
  /**
   * The handler runs programs (the exec family): `call.exec` streams what they write and the call sends the last one's
   * exit_status. Whatever `.streams()` allows is allowed as well.
   */
  readonly spawns: M extends "unary"
    ? () => CommandBuilder<Todo, In, K, "process", Config, Ctx>
    : Refused<"streaming is already declared">;
  /** Running it again with the same arguments leaves the same state, so that the kernel may retry it. */
  idempotent(): CommandBuilder<Todo, In, K, M, Config, Ctx>;
  /** How long a call may take, unless the operator says otherwise. 1 ms to 365 days; without it the kernel's limit holds. */
  timeout(limit: Duration): CommandBuilder<Todo, In, K, M, Config, Ctx>;
  /** Shows what a call would do, before it is allowed to. Must not change anything. */
  readonly preview: K extends "resource"
    ? [In] extends [never]
      ? Missing<".input()">
      : (
          make: (args: OutputOf<In>, call: PreviewCall<Config, Ctx>) => Awaitable<RenderTree>,
        ) => CommandBuilder<Todo, In, K, M, Config, Ctx>
    : Refused<"only a command that .mutates() has a preview">;
  /** Ends the chain with what a call does. What it throws becomes the call's error. */
  readonly run: [Todo] extends [never]
    ? CommandRun<ArgsOut<In>, CallFor<K, M, Config, Ctx>, M, CommandDefinition<ArgsIn<In>, Config, Ctx>>
    : Missing<Todo>;
}

/**
 * Begins a slash command: an operation that a human runs by typing its name, without a turn of the model. `name` is
 * 1 to 64 of `A-Za-z0-9_-`, without the slash, and unique in the plugin; the kernel refuses a session in which two
 * plugins have it. `Config` and `Ctx` type `call.config` and `call.ctx`; `definePlugin` checks that the plugin has them.
 */
export function command<Config = unknown, Ctx = unknown>(
  name: string,
): CommandBuilder<".describe()" | EffectStep, never, "unset", "unary", Config, Ctx> {
  // The chain has every step; which of them may be called when is known to the types only.
  return chain("command", name) as unknown as ReturnType<typeof command<Config, Ctx>>;
}
