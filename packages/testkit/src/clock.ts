/** What the test kernel, and the SDK of a plugin in this process, know of time. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls `fn` after `ms` milliseconds; returns what undoes it. */
  after(ms: number, fn: () => void): () => void;
}
