import { containers } from "./matrix-containers.js";
import { unions } from "./matrix-unions.js";
import { values } from "./matrix-values.js";
import { wrappers } from "./matrix-wrappers.js";
import type { Construct } from "./versions.js";

/** A construct and what becomes of it under a required key `p`: what is told of the property, or why it is refused. */
export type Row = Construct & {
  readonly construct: string;
  /** The first copy of zod 4 that has it. */
  readonly since?: string;
  /** Where the fault is, when not at `p` itself. */
  readonly path?: string;
  /** With `{ nulls: "drop" }` on the output side. */
  readonly dropped?: string;
  /** With `{ depth: 1 }`, `{ depth: 2 }`, … on either side. */
  readonly unrolled?: readonly string[];
} & (
    | {
        readonly input: string;
        /** The same as `input` unless given. */
        readonly output?: string;
        /** Where zod 3 differs. */
        readonly v3Input?: string;
        /** Where copies of zod 4 differ that keep their registry to themselves. */
        readonly unsharedInput?: string;
        /** Where the pinned zod differs. */
        readonly pinnedInput?: string;
      }
    | {
        /** Reason, and part of the hint, on both sides. */
        readonly error: readonly [reason: string, hint: string];
        readonly v3Error?: readonly [reason: string, hint: string];
        /** From zod 4.2.2 on, where both sides of an intersection are asked before a key is refused. */
        readonly reconciled?: string;
      }
  );

/** What the SDK makes of every construct of zod, written down before it was run. */
export const matrix: readonly Row[] = [...values, ...unions, ...containers, ...wrappers];
