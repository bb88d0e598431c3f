import type { RenderTree } from "@plugwright/protocol/render";
import type { Fault } from "../schema/fault.js";
import type { Schema } from "../schema/types.js";
import type { Effect, Kind } from "./effect.js";
import type { Provider } from "./provider.js";
import type { InputOptions, OutputOptions } from "./schema-options.js";

/** Under this key a public definition carries its {@link Operation}; shared by all copies of the SDK. */
export const operationKey: unique symbol = Symbol.for("@plugwright/sdk/operation");

/** A handler as the runner sees it: types were checked where it was declared. */
export type Handler = (args: unknown, call: unknown) => unknown;
/** A preview as the runner sees it. */
export type PreviewHandler = (args: unknown, call: unknown) => RenderTree | Promise<RenderTree>;

/** All that was declared about one operation: tool and slash command alike. Frozen. */
export interface Operation {
  readonly type: "tool" | "command";
  readonly name: string;
  readonly description: string;
  readonly effect: Effect;
  /** After `.streams()` or `.spawns()`. */
  readonly streaming: boolean;
  /** After `.spawns()`: only such an operation runs programs in its own name and sends an exit_status. */
  readonly spawns: boolean;
  readonly idempotent: boolean;
  /** Milliseconds; `undefined` when not declared. */
  readonly timeoutMs: number | undefined;
  readonly terminatesTurn: boolean;
  /** Whether lowering tells lost constraints in descriptions. */
  readonly describeConstraints: boolean;
  readonly input: Schema | undefined;
  readonly inputOptions: InputOptions;
  /** Always absent on a command. */
  readonly output: Schema | undefined;
  readonly outputOptions: OutputOptions;
  /** Absent exactly when the effect is interactive. */
  readonly handler: Handler | undefined;
  readonly preview: PreviewHandler | undefined;
  /** The class on whose instance handler and preview are called; absent for what was declared by a chain. */
  readonly provider?: Provider;
  /** What was wrong with the chain itself; schema faults come with lowering. */
  readonly faults: readonly Fault[];
}

/** The public face of a finished operation. */
export interface Definition<Type extends "tool" | "command"> {
  readonly type: Type;
  readonly name: string;
  readonly description: string;
  readonly kind: Kind;
  readonly [operationKey]: Operation;
}
