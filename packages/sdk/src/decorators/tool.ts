import type { StreamEvent } from "../operation/call.js";
import type { Risk, RiskFacts } from "../operation/effect.js";
import type { Awaitable, CallFor, Missing, Mode, ObjectRoot, Refused } from "../operation/type-state.js";
import type { InputOf, OutputOf, Schema } from "../schema/types.js";
import type { NoExtra } from "../tool/builder.js";
import type { MethodContext } from "./context.js";
import { declareMethod } from "./declare.js";
import { type Flag, type KindOf, type MethodOptions, type ModeOf, methodOptions } from "./options.js";

/** What `@Tool` takes: the steps of a tool's chain, by their names. */
export interface ToolOptions<
  In,
  Out,
  Reads extends Flag,
  Mutates extends Risk | RiskFacts | undefined,
  Asks extends Flag,
  Exclusive extends Flag,
  NeverConflicts extends Flag,
  Streams extends Flag,
  Spawns extends Flag,
> extends MethodOptions<"tool", In, Reads, Mutates, Asks, Exclusive, NeverConflicts, Streams, Spawns> {
  /** The arguments: a zod schema with an object at its root. Its input side is advertised; the method gets its output. */
  readonly input: In & ObjectRoot<In>;
  /** The result: a zod schema with an object at its root. The method returns its input; its output side is advertised. */
  readonly output: Out & ObjectRoot<Out>;
  /** A successful call ends the turn, with its result as the report (tool-data-types, terminates_turn). */
  readonly terminatesTurn?: [Mutates] extends [undefined] ? Refused<"only a tool that mutates ends the turn"> : Flag;
}

/** What `@Tool` makes: a decorator of a method with the parameters and the result that were declared. */
export type ToolDecorator<Args, Result, Call, K, M extends Mode> = K extends "unset"
  ? Missing<"reads or mutates">
  : K extends "interactive"
    ? (method: () => void, context: MethodContext) => void
    : M extends "unary"
      ? <T extends Result>(
          method: (args: Args, call: Call) => Awaitable<T & NoExtra<T, Result>>,
          context: MethodContext,
        ) => void
      : <T extends Result>(
          method: (
            args: Args,
            call: Call,
          ) => Awaitable<T & NoExtra<T, Result>> | AsyncGenerator<StreamEvent, T & NoExtra<T, Result>, void>,
          context: MethodContext,
        ) => void;

/**
 * Declares a method as a tool: an operation that the model can call. Its class goes to the `providers` of a plugin, and
 * `this` is the instance that was made for the call's configuration. The method's parameters have to be annotated, with
 * `OutputOf<typeof input>` and the call that fits, such as `MutatingCall`. What it throws becomes the call's error.
 *
 * A subclass has its parent's tools. Where it overrides the method the override runs; with a decorator of its own the
 * override replaces the declaration. A static, `#private` or symbol-named method does not compile.
 * @throws TypeError where the compiler makes no standard decorators, with what to set.
 */
export function Tool<
  In extends Schema,
  Out extends Schema,
  Reads extends Flag = undefined,
  Mutates extends Risk | RiskFacts | undefined = undefined,
  Asks extends Flag = undefined,
  Exclusive extends Flag = undefined,
  NeverConflicts extends Flag = undefined,
  Streams extends Flag = undefined,
  Spawns extends Flag = undefined,
>(
  options: ToolOptions<In, Out, Reads, Mutates, Asks, Exclusive, NeverConflicts, Streams, Spawns>,
): ToolDecorator<
  OutputOf<In>,
  InputOf<Out>,
  CallFor<KindOf<Reads, Mutates, Asks>, ModeOf<Streams, Spawns>, unknown, unknown>,
  KindOf<Reads, Mutates, Asks>,
  ModeOf<Streams, Spawns>
> {
  // What may be decorated is known to the types only.
  return declareMethod("tool", options, known) as ReturnType<
    typeof Tool<In, Out, Reads, Mutates, Asks, Exclusive, NeverConflicts, Streams, Spawns>
  >;
}

type AnyToolOptions = ToolOptions<never, never, Flag, undefined, Flag, Flag, Flag, Flag, Flag>;

const known = Object.keys({
  ...methodOptions,
  input: true,
  output: true,
  terminatesTurn: true,
} satisfies { readonly [option in keyof Required<AnyToolOptions>]: true });
