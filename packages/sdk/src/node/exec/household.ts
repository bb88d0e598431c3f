import type { ProgramSurroundings } from "../../operation/program.js";
import type { Tree, TreeHost } from "./tree.js";
import type { Watch } from "./watcher.js";

/** A program that runs, as whoever ends it sees it. */
export interface Running {
  /** Resolves after its last output. */
  readonly done: Promise<unknown>;
  /** It is being ended, for this reason: its result rejects with it. */
  stop(reason: unknown): void;
  /** The system does not let it go. */
  giveUp(): void;
}

/** What ends together: the programs of a call, and all that they started. */
export interface Household {
  readonly surroundings: ProgramSurroundings;
  readonly host: TreeHost;
  /** Begins the token of each of its programs. */
  readonly token: string;
  readonly running: Set<Running>;
  /** What runs, or has left processes behind. */
  readonly trees: Set<Tree>;
  watch(): Watch;
  /** Why nothing may be started any more. */
  ended(): { readonly reason: unknown } | undefined;
}
