/** One thing that is wrong with a declaration. Faults are collected and reported together. */
export interface Fault {
  /** Where, from the schema's root: `path.to.field`, `list[]` for the items of an array, "" for the root. */
  readonly path: string;
  /** What is wrong. A sentence without a full stop. */
  readonly reason: string;
  /** What to write instead. */
  readonly hint: string;
}
