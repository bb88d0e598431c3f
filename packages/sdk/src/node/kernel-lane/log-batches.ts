import type { LogEntry } from "../../kernel/client.js";

/** Sends entries that belong to one session, or to none. */
export type SendBatch = (sessionId: string | undefined, entries: readonly LogEntry[]) => Promise<void>;

/** Gathers log entries for a moment, so that a talkative handler does not cost a call for every line. */
export interface LogBatches {
  add(entry: LogEntry): void;
  /**
   * Sends what waits. Resolves when that is sent or was given to the fall-back: after `ms` milliseconds it is, whatever
   * the kernel does. Never rejects.
   */
  flush(ms: number): Promise<void>;
}

export interface LogBatchesOptions {
  readonly send: SendBatch;
  /** Takes what could not be sent, and what is too much. */
  readonly fallback: (entry: LogEntry) => void;
  /** Calls `fn` after `ms` milliseconds, unless what it returns is called before. */
  readonly after: (ms: number, fn: () => void) => () => void;
}

/** How long entries wait for company, in milliseconds. */
const gatherFor = 50;
/** A batch is sent at once when it has this many. */
const fullBatch = 100;
/** The kernel's server takes messages of 4 MiB, unless it was told otherwise. */
const largestBatch = 1024 * 1024;
/** While the kernel takes none, so many wait; more go to the fall-back. */
const mostWaiting = 10_000;

interface Batch {
  readonly sessionId: string | undefined;
  readonly entries: readonly LogEntry[];
}

export function createLogBatches({ send, fallback, after }: LogBatchesOptions): LogBatches {
  /** Not yet part of a batch. */
  let gathered: LogEntry[] = [];
  /** To be sent, in this order; the first one is on its way. */
  let batches: Batch[] = [];
  /** How many entries there are in both. */
  let count = 0;
  let undo: (() => void) | undefined;
  let sending: Promise<void> | undefined;

  const sendAll = async (): Promise<void> => {
    for (let batch = batches[0]; batch !== undefined; batch = batches[0]) {
      const sent = await send(batch.sessionId, batch.entries).then(
        () => true,
        () => false,
      );
      // Who could not wait any longer has emptied the list.
      if (batches[0] !== batch) continue;
      batches.shift();
      count -= batch.entries.length;
      if (!sent) for (const entry of batch.entries) fallback(entry);
    }
    sending = undefined;
  };
  const start = (): Promise<void> => {
    undo?.();
    undo = undefined;
    batches.push(...batchesOf(gathered));
    gathered = [];
    // One after the other: the order of a session's entries is the order in which they were written.
    if (batches.length > 0) sending ??= sendAll();
    return sending ?? Promise.resolve();
  };
  const giveUp = (): void => {
    const left = [...batches.flatMap(({ entries }) => entries), ...gathered];
    batches = [];
    gathered = [];
    count = 0;
    for (const entry of left) fallback(entry);
  };
  return {
    add(entry) {
      if (count >= mostWaiting) return fallback(entry);
      count++;
      gathered.push(entry);
      if (gathered.length >= fullBatch) void start();
      else undo ??= after(gatherFor, () => void start());
    },
    flush: (ms) =>
      new Promise((resolve) => {
        const stop = after(ms, () => {
          giveUp();
          resolve();
        });
        void start().then(() => {
          stop();
          resolve();
        });
      }),
  };
}

/** The entries of each session in their order, in batches that a kernel takes. */
function batchesOf(entries: readonly LogEntry[]): Batch[] {
  const sessions = new Map<string | undefined, LogEntry[]>();
  for (const entry of entries) {
    const id = entry.fields["session_id"];
    const session = typeof id === "string" ? id : undefined;
    const own = sessions.get(session);
    if (own === undefined) sessions.set(session, [entry]);
    else own.push(entry);
  }
  return [...sessions].flatMap(([sessionId, own]) => splitBySize(own).map((part) => ({ sessionId, entries: part })));
}

function splitBySize(entries: readonly LogEntry[]): LogEntry[][] {
  const parts: LogEntry[][] = [];
  let room = 0;
  for (const entry of entries) {
    // A character is up to three bytes: that a batch may be that much larger is part of the limit.
    const size = entry.message.length + JSON.stringify(entry.fields).length;
    const last = parts.at(-1);
    if (last === undefined || size > room) {
      parts.push([entry]);
      room = largestBatch - size;
    } else {
      last.push(entry);
      room -= size;
    }
  }
  return parts;
}
