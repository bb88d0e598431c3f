/** Something that a handler sends. */
export interface Entry {
  /** How much of it is left to be sent. */
  readonly bytes: () => number;
  /** Sends as much as the reader has room for; true when all of it has gone. */
  readonly feed: () => boolean;
  /** Called before it waits: what its sender may change must be copied. */
  readonly keep?: () => void;
}

/** Those who send while the reader does not keep up, in the order in which they came. */
export interface WaitingLine {
  isEmpty(): boolean;
  /** Whether one more sender is one too many: nobody can be awaiting all of these. */
  isTooLong(): boolean;
  /** Resolves when all of the entry has gone. */
  join(entry: Entry): Promise<void>;
  /** Waits for its turn, but nobody waits for it: it gives way to the next of its kind. */
  joinProgress(feed: () => boolean): void;
  /** Waits for its turn behind everybody. */
  joinLast(feed: () => boolean): void;
  /** Sends what there is room for. */
  advance(): void;
  /** Everybody is told why and sent away; what nobody waits for goes on. */
  clear(reason: unknown): void;
  /** Sends what nobody waits for, room or not. */
  finish(): void;
}

interface Standing {
  readonly entry: Entry;
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
  readonly silent: boolean;
}

/**
 * A sender cannot be seen awaiting, so a line is too long when it holds what only a loop that does not await could have
 * sent: 256 entries; a mebibyte in more than 64; or 16 mebibytes in more than four.
 */
const tooLong: readonly { readonly entries: number; readonly bytes: number }[] = [
  { entries: 256, bytes: 0 },
  { entries: 64, bytes: 1024 * 1024 },
  { entries: 4, bytes: 16 * 1024 * 1024 },
];

/** @param hasRoom Whether the reader keeps up. */
export function waitingLine(hasRoom: () => boolean): WaitingLine {
  let line: Standing[] = [];
  const silently = (feed: () => boolean): Standing => {
    const nothing = () => undefined;
    return { entry: { bytes: () => 0, feed }, resolve: nothing, reject: nothing, silent: true };
  };
  const advance = (): void => {
    for (let [head] = line; head !== undefined && (head.silent || hasRoom()); [head] = line) {
      if (!head.entry.feed()) return;
      line.shift();
      head.resolve();
    }
  };
  return {
    isEmpty: () => line.length === 0,
    isTooLong() {
      const waiting = line.filter(({ silent }) => !silent);
      const bytes = waiting.reduce((sum, { entry }) => sum + entry.bytes(), 0);
      return tooLong.some((limit) => waiting.length >= limit.entries && bytes >= limit.bytes);
    },
    join(entry) {
      entry.keep?.();
      return new Promise((resolve, reject) => line.push({ entry, resolve, reject, silent: false }));
    },
    joinProgress(feed) {
      if (line.at(-1)?.silent === true) line.pop();
      line.push(silently(feed));
    },
    joinLast(feed) {
      line.push(silently(feed));
    },
    advance,
    clear(reason) {
      const away = line.filter(({ silent }) => !silent);
      line = line.filter(({ silent }) => silent);
      for (const { reject } of away) reject(reason);
      advance();
    },
    finish() {
      for (const { entry, silent } of line.splice(0)) if (silent) entry.feed();
    },
  };
}
