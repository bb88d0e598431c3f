import type { InputOf } from "../schema/types.js";
import type {
  Call,
  MutatingCall,
  ProcessCall,
  ProcessMutatingCall,
  StreamingCall,
  StreamingMutatingCall,
} from "./call.js";

declare const why: unique symbol;

/** Shown by the compiler where a step is still missing. */
export interface Missing<Step extends string> {
  readonly [why]: Step;
}

/** Shown by the compiler where a step contradicts an earlier one. */
export interface Refused<Reason extends string> {
  readonly [why]: Reason;
}

/** Which events a handler may send before the terminal one: none, those of `.streams()`, or those of `.spawns()`. */
export type Mode = "unary" | "streaming" | "process";

/** A value or the promise of one. */
export type Awaitable<T> = T | Promise<T>;

/** At least one key field: an empty list would claim that no two calls can conflict. */
export type Keys<K extends string> = readonly [K, ...K[]];

/** The step that fixes the effect of an operation, as the compiler names it. */
export type EffectStep = ".reads() or .mutates()";

/** A step that can be called once: `Set` is `never` until then. */
export type Once<Set, Step> = [Set] extends [never] ? Step : Refused<"this step was already called">;

/** As {@link Once}, for a step that must be called and is listed in `Todo` until it was. */
export type OnceOf<Name extends string, Todo extends string, Step> = Name extends Todo
  ? Step
  : Refused<"this step was already called">;

/** The declared fields of an object type: over all members of a union, without index signatures. */
export type FieldsOf<T> = T extends unknown
  ? keyof { [K in keyof T as string extends K ? never : number extends K ? never : K extends string ? K : never]: 1 }
  : never;

/** What a key may name: the input's fields, or a sentence that says why there are none. */
export type KeyOf<S> = [S] extends [never]
  ? "call .input() first: a key names its fields"
  : [FieldsOf<InputOf<S>>] extends [never]
    ? "this input declares no fields"
    : FieldsOf<InputOf<S>>;

/** Nothing to add for a schema with an object at its root, else a sentence. */
export type ObjectRoot<S> =
  unknown extends InputOf<S>
    ? "pass a zod schema with an object at its root: z.object({ ... })"
    : InputOf<S> extends object
      ? InputOf<S> extends { [Symbol.iterator]: unknown }
        ? "the root must be an object: z.object({ items: z.array(...) })"
        : unknown
      : "the root must be an object: z.object({ value: ... })";

/** The call which a handler gets, as a named interface: an intersection would print as a page. */
export type CallFor<K, M extends Mode, Config, Ctx> = K extends "resource"
  ? M extends "unary"
    ? MutatingCall<Config, Ctx>
    : M extends "streaming"
      ? StreamingMutatingCall<Config, Ctx>
      : ProcessMutatingCall<Config, Ctx>
  : M extends "unary"
    ? Call<Config, Ctx>
    : M extends "streaming"
      ? StreamingCall<Config, Ctx>
      : ProcessCall<Config, Ctx>;

/** What is known of a finished operation by type only; never set. */
export interface Types<Args, Config, Ctx> {
  readonly args: (args: Args) => void;
  readonly config: (config: Config) => void;
  readonly ctx: (ctx: Ctx) => void;
}
