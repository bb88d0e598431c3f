import type { LogEntry } from "../../kernel/client.js";

/** Sends entries that belong to one session, or to none. */
export type SendBatch = (sessionId: string | undefined, entries: readonly LogEntry[]) => Promise<void>;

/** Gathers log entries for a moment, so that a talkative handler does not cost a call for every line. */
export interface LogBatches {
  add(entry: LogEntry): void;
  /** Sends what waits. Resolves when it is sent or was given to the fall-back. Never rejects. */
  flush(): Promise<void>;
}

export interface LogBatchesOptions {
  readonly send: SendBatch;
  /** Takes what could not be sent, and what is too much. */
  readonly fallback: (entry: LogEntry) => void;
  /** Calls `fn` after `ms` milliseconds. */
  readonly after: (ms: number, fn: () => void) => () => void;
}

/** How long entries wait for company, in milliseconds. */
const gatherFor = 50;
/** A batch is sent at once when it has this many. */
const fullBatch = 100;
/** While the kernel takes none, so many wait; more go to the fall-back. */
const mostWaiting = 10_000;

export function createLogBatches({ send, fallback, after }: LogBatchesOptions): LogBatches {
  let waiting: LogEntry[] = [];
  let undo: (() => void) | undefined;
  let sending: Promise<void> = Promise.resolve();

  const sendAll = async (entries: readonly LogEntry[]): Promise<void> => {
    for (const [sessionId, batch] of bySession(entries)) {
      for (let from = 0; from < batch.length; from += fullBatch) {
        const part = batch.slice(from, from + fullBatch);
        try {
          await send(sessionId, part);
        } catch {
          for (const entry of part) fallback(entry);
        }
      }
    }
  };
  const flush = (): Promise<void> => {
    undo?.();
    undo = undefined;
    const entries = waiting;
    waiting = [];
    // One after the other: the order of a session's entries is the order in which they were written.
    if (entries.length > 0) sending = sending.then(() => sendAll(entries));
    return sending;
  };
  return {
    add(entry) {
      if (waiting.length >= mostWaiting) return fallback(entry);
      waiting.push(entry);
      if (waiting.length >= fullBatch) void flush();
      else undo ??= after(gatherFor, () => void flush());
    },
    flush,
  };
}

function bySession(entries: readonly LogEntry[]): ReadonlyMap<string | undefined, LogEntry[]> {
  const sessions = new Map<string | undefined, LogEntry[]>();
  for (const entry of entries) {
    const id = entry.fields["session_id"];
    const session = typeof id === "string" ? id : undefined;
    const batch = sessions.get(session);
    if (batch === undefined) sessions.set(session, [entry]);
    else batch.push(entry);
  }
  return sessions;
}
