import type { Fault } from "../schema/fault.js";
import type { Schema } from "../schema/types.js";
import type { PreviewHandler } from "./definition.js";
import { stepFault } from "./derived.js";
import type { Effect } from "./effect.js";
import type { OutputOptions } from "./schema-options.js";

/** Under this key an unfinished builder carries its {@link Draft}; shared by all copies of the SDK. */
export const draftKey: unique symbol = Symbol.for("@plugwright/sdk/draft");

/** A step of a chain, by its name. */
export type Step =
  | "describe"
  | "describeConstraints"
  | "input"
  | "output"
  | "reads"
  | "mutates"
  | "asks"
  | "streams"
  | "spawns"
  | "idempotent"
  | "timeout"
  | "terminatesTurn"
  | "preview"
  | "run";

/** What the steps of a chain declare, beyond having been called. */
export interface Declared {
  readonly description?: string;
  readonly describeConstraints?: boolean;
  readonly effect?: Effect;
  readonly timeoutMs?: number | undefined;
  readonly input?: Schema;
  readonly inputOptions?: OutputOptions;
  readonly output?: Schema;
  readonly outputOptions?: OutputOptions;
  readonly preview?: PreviewHandler;
}

/** A chain between two steps. Frozen: going on from it twice gives two operations that do not see each other. */
export interface Draft {
  readonly type: "tool" | "command";
  /** As the author passed it, so not always a string. */
  readonly name: unknown;
  readonly steps: readonly Step[];
  readonly declared: Declared;
  readonly faults: readonly Fault[];
}

/** A draft on which no step has been called. */
export function newDraft(type: Draft["type"], name: unknown, faults: readonly Fault[]): Draft {
  return Object.freeze({ type, name, steps: [], declared: {}, faults });
}

/** The draft after one more step. A step called twice is a fault, and its last call counts. */
export function afterStep(draft: Draft, step: Step, declared: Declared, faults: readonly Fault[]): Draft {
  const again = draft.steps.includes(step) ? [stepFault(`.${step}() is called twice`, "call it once")] : [];
  return Object.freeze({
    ...draft,
    steps: Object.freeze([...draft.steps, step]),
    declared: Object.freeze({ ...draft.declared, ...declared }),
    faults: Object.freeze([...draft.faults, ...again, ...faults]),
  });
}
