import type { ArgsOut, CommandResult } from "../command/builder.js";
import type { StreamEvent } from "../operation/call.js";
import type { Risk, RiskFacts } from "../operation/effect.js";
import type { Awaitable, CallFor, Missing, Mode, ObjectRoot } from "../operation/type-state.js";
import type { Schema } from "../schema/types.js";
import type { MethodContext } from "./context.js";
import { declareMethod } from "./declare.js";
import { type Flag, type KindOf, type MethodOptions, type ModeOf, methodOptions } from "./options.js";

/** What `@Command` takes: the steps of a command's chain, by their names. */
export interface CommandOptions<
  In,
  Reads extends Flag,
  Mutates extends Risk | RiskFacts | undefined,
  Asks extends Flag,
  Exclusive extends Flag,
  NeverConflicts extends Flag,
  Streams extends Flag,
  Spawns extends Flag,
> extends MethodOptions<"command", In, Reads, Mutates, Asks, Exclusive, NeverConflicts, Streams, Spawns> {
  /** The arguments: a zod schema with an object at its root. May be left out by a command without arguments. */
  readonly input?: In & ObjectRoot<In>;
}

/** What `@Command` makes: a decorator of a method with the parameters that were declared. */
export type CommandDecorator<Args, Call, K, M extends Mode> = K extends "unset"
  ? Missing<"reads or mutates">
  : K extends "interactive"
    ? (method: () => void, context: MethodContext) => void
    : M extends "unary"
      ? (method: (args: Args, call: Call) => Awaitable<CommandResult>, context: MethodContext) => void
      : (
          method: (
            args: Args,
            call: Call,
          ) => Awaitable<CommandResult> | AsyncGenerator<StreamEvent, CommandResult, void>,
          context: MethodContext,
        ) => void;

/**
 * Declares a method as a slash command: an operation that a human runs by typing its name. It returns an object or
 * nothing. What holds for {@link Tool} holds here as well.
 * @throws TypeError where the compiler makes no standard decorators, with what to set.
 */
export function Command<
  In extends Schema = never,
  Reads extends Flag = undefined,
  Mutates extends Risk | RiskFacts | undefined = undefined,
  Asks extends Flag = undefined,
  Exclusive extends Flag = undefined,
  NeverConflicts extends Flag = undefined,
  Streams extends Flag = undefined,
  Spawns extends Flag = undefined,
>(
  options: CommandOptions<In, Reads, Mutates, Asks, Exclusive, NeverConflicts, Streams, Spawns>,
): CommandDecorator<
  ArgsOut<In>,
  CallFor<KindOf<Reads, Mutates, Asks>, ModeOf<Streams, Spawns>, unknown, unknown>,
  KindOf<Reads, Mutates, Asks>,
  ModeOf<Streams, Spawns>
> {
  // What may be decorated is known to the types only.
  return declareMethod("command", options, known) as ReturnType<
    typeof Command<In, Reads, Mutates, Asks, Exclusive, NeverConflicts, Streams, Spawns>
  >;
}

type AnyCommandOptions = CommandOptions<never, Flag, undefined, Flag, Flag, Flag, Flag, Flag>;

const known = Object.keys({
  ...methodOptions,
  input: true,
} satisfies { readonly [option in keyof Required<AnyCommandOptions>]: true });
