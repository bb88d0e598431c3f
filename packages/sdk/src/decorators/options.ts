import type { Duration } from "../operation/duration.js";
import type { Risk, RiskFacts } from "../operation/effect.js";
import type { KeyOf, Keys, Refused } from "../operation/type-state.js";

/** A flag that is set, or not written at all. */
export type Flag = true | undefined;

/** Nothing to add where no `Others` are stated, else a sentence. */
type Without<Others, Reason extends string> = [Others] extends [undefined] ? unknown : Refused<Reason>;

/** Nothing to add where `Needed` is stated, else a sentence. */
type With<Needed, Reason extends string> = [Needed] extends [undefined] ? Refused<Reason> : unknown;

type KeyFor<Word extends string, In, Asks, Exclusive, NeverConflicts> = [Asks] extends [undefined]
  ? [Exclusive] extends [undefined]
    ? [NeverConflicts] extends [undefined]
      ? Keys<KeyOf<In>> | undefined
      : Refused<"key and neverConflicts exclude each other">
    : Refused<"key and exclusive exclude each other">
  : Refused<`a ${Word} that asks has no key`>;

/**
 * What tools and commands have in common. The type parameters stand for the options of their names, `undefined` for one
 * that is not written: so an option that contradicts another one is refused where it stands, with a sentence.
 */
export interface MethodOptions<
  Word extends "tool" | "command",
  In,
  Reads extends Flag,
  Mutates extends Risk | RiskFacts | undefined,
  Asks extends Flag,
  Exclusive extends Flag,
  NeverConflicts extends Flag,
  Streams extends Flag,
  Spawns extends Flag,
> {
  /** 1 to 64 of `A-Za-z0-9_-`. Defaults to the name of the method. */
  readonly name?: string | undefined;
  /** Says what it does, to whoever decides whether to call it. Never empty. */
  readonly description: string;
  /** Whether constraints that the wire's schemas cannot carry are told in descriptions. Default: they are. */
  readonly describeConstraints?: boolean | undefined;
  /** It changes nothing (data_source, read_only, idempotent). Its calls run beside all others unless stated. */
  readonly reads?: Reads;
  /** It changes something (resource), with this risk. Its calls run alone unless stated. */
  readonly mutates?: (Mutates & Without<Reads, `a ${Word} has one effect`>) | undefined;
  /** It asks a human (interactive): the kernel asks, and the method is never called. */
  readonly asks?: (Asks & Without<Reads | Mutates, `a ${Word} has one effect`>) | undefined;
  /** Calls with the same values in these input fields wait for each other, and for no others. */
  readonly key?: KeyFor<Word, In, Asks, Exclusive, NeverConflicts>;
  /** Only beside `reads`: a call runs beside no other call of this plugin. */
  readonly exclusive?: (Exclusive & With<Reads, "only what reads can be exclusive">) | undefined;
  /** Only beside `mutates`: the strong claim that no two calls can ever touch one thing. */
  readonly neverConflicts?: (NeverConflicts & With<Mutates, "only what mutates can claim neverConflicts">) | undefined;
  /** The method may send progress, output and partial results before its result, by `call` or as a generator. */
  readonly streams?: (Streams & Without<Asks, `a ${Word} that asks cannot stream`>) | undefined;
  /** As `streams`, and it runs programs: `call.exec` streams what they write. */
  readonly spawns?:
    | (Spawns & Without<Asks, `a ${Word} that asks cannot stream`> & Without<Streams, "streaming is already declared">)
    | undefined;
  /** Running it again with the same arguments leaves the same state, so that the kernel may retry it. */
  readonly idempotent?: [Asks] extends [undefined] ? Flag : Refused<`a ${Word} that asks is never repeated`>;
  /** How long a call may take, unless the operator says otherwise. 1 ms to 365 days; without it the kernel's limit holds. */
  readonly timeout?: [Asks] extends [undefined]
    ? Duration | undefined
    : Refused<`a ${Word} that asks has no time limit`>;
}

/** The kind that the stated effect makes; `"unset"` where none is. */
export type KindOf<Reads, Mutates, Asks> = [Mutates] extends [undefined]
  ? [Reads] extends [undefined]
    ? [Asks] extends [undefined]
      ? "unset"
      : "interactive"
    : "data_source"
  : "resource";

/** The events that the stated mode allows. */
export type ModeOf<Streams, Spawns> = [Spawns] extends [undefined]
  ? [Streams] extends [undefined]
    ? "unary"
    : "streaming"
  : "process";

type AnyMethodOptions = MethodOptions<"tool", never, Flag, undefined, Flag, Flag, Flag, Flag, Flag>;

/** The names of the options that tools and commands have in common. */
export const methodOptions: { readonly [option in keyof Required<AnyMethodOptions>]: true } = {
  name: true,
  description: true,
  describeConstraints: true,
  reads: true,
  mutates: true,
  asks: true,
  key: true,
  exclusive: true,
  neverConflicts: true,
  streams: true,
  spawns: true,
  idempotent: true,
  timeout: true,
};
