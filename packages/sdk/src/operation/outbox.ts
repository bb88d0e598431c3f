import { OutputStream } from "@plugwright/protocol/tool";
import type { JsonObject } from "../schema/types.js";
import { ToolError } from "./errors.js";
import type { CallEvent, EventSink } from "./events.js";
import { chunkLimit, createOutput } from "./output.js";
import type { Platform } from "./platform.js";
import type { Redactor } from "./redact.js";
import { boundText } from "./text.js";
import { type Entry, waitingLine } from "./waiting-line.js";

/** Below these a send resolves at once: the reader is keeping up. */
const calm = { bytes: 64 * 1024, events: 16 };
/** How long small writes wait for company, in milliseconds. */
const joinFor = 10;
/** One for all: most sends wait for nothing, and a long output is many of them. */
const done = Promise.resolve();
/** Bytes of output that are taken after a stop. */
const mostLastWords = 64 * 1024;

/**
 * The one way out for the events of a call, in the order in which they were sent. Small writes are
 * joined, progress is coalesced, and a slow reader slows down whoever awaits.
 */
export interface Outbox {
  /** Never waits: a newer progress replaces one that has not left yet. */
  progress(message: string, fraction: number | undefined): void;
  /** Copies what has to wait, unless the caller gives it away. */
  output(data: Uint8Array, to: "stdout" | "stderr", given?: boolean): Promise<void>;
  /** `bytes` is the payload's encoded size; it holds no secret any more. */
  partial(payload: JsonObject, bytes: number): Promise<void>;
  /** What a program still says while it is being ended: up to 64 KiB after `stop`, without waiting for the reader. */
  lastWords(data: Uint8Array, to: "stdout" | "stderr"): void;
  /** Nothing more from the handler: whoever waits or sends from now on is told why. What is queued still leaves. */
  stop(reason: unknown): void;
  /** Sends what is left, then these. Resolves when the reader has them; rejects when the reader is gone. */
  end(...last: readonly CallEvent[]): Promise<void>;
  /** The reader is too slow to be waited for: what is queued before the last events is dropped. */
  hurry(): void;
}

/** What an outbox is made of. */
export interface OutboxOptions {
  readonly sink: EventSink;
  readonly platform: Pick<Platform, "after">;
  readonly redactor: Redactor;
  /** The line of senders is too long: the call must fail with this. */
  readonly overflow: (error: ToolError) => void;
}

interface Queued {
  event: CallEvent;
  readonly bytes: number;
  readonly last: boolean;
}

interface Waiter {
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

export function createOutbox({ sink, platform, redactor, overflow }: OutboxOptions): Outbox {
  let queue: Queued[] = [];
  let queued = 0;
  let writing = false;
  let stopped: { reason: unknown } | undefined;
  let gone: { reason: unknown } | undefined;
  const waiters: Waiter[] = [];
  let ending: Waiter | undefined;
  let undoJoin: (() => void) | undefined;
  let lastWords = 0;
  let before: Uint8Array | undefined;
  const recycles = sink.keepsNothing ?? false;
  const output = createOutput(
    redactor,
    (stream, data) => push({ case: "outputChunk", value: { stream, data } }, data.length),
    recycles,
  );
  const line = waitingLine(() => settled());

  const settled = () => queued <= calm.bytes && queue.length <= calm.events;
  const wake = (): void => {
    line.advance();
    if (!settled()) return;
    for (const { resolve } of waiters.splice(0)) resolve();
  };
  const room = (): Promise<void> => {
    if (stopped !== undefined) return handled(Promise.reject(stopped.reason));
    if (settled()) return done;
    return handled(new Promise((resolve, reject) => waiters.push({ resolve, reject })));
  };
  const drain = async (): Promise<void> => {
    if (writing) return;
    writing = true;
    try {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        queued -= next.bytes;
        await sink.write(next.event);
        if (recycles) takeBack(next.event);
        wake();
      }
      writing = false;
      if (line.isEmpty()) ending?.resolve();
    } catch (error) {
      writing = false;
      leave(error);
    }
  };
  /** The bytes of the event before this one, which has been taken. */
  const takeBack = (event: CallEvent): void => {
    if (before !== undefined) output.takeBack(before);
    before = event.case === "outputChunk" ? event.value.data : undefined;
  };
  const push = (event: CallEvent, bytes: number, last = false): void => {
    if (gone !== undefined) return;
    queue.push({ event, bytes, last });
    queued += bytes;
    void drain();
  };
  const flush = (): void => {
    undoJoin?.();
    undoJoin = undefined;
    output.flush();
  };
  const joinLater = (): void => {
    if (output.pending() > 0) undoJoin ??= platform.after(joinFor, flush);
  };
  const stop = (reason: unknown): void => {
    if (stopped !== undefined) return;
    stopped = { reason };
    line.clear(reason);
    for (const { reject } of waiters.splice(0)) reject(reason);
  };
  const leave = (reason: unknown): void => {
    stop(reason);
    gone = { reason };
    undoJoin?.();
    queue = [];
    ending?.reject(reason);
  };
  /** In order: at once while nobody waits and the reader keeps up, else behind those who wait. */
  const send = (entry: Entry): Promise<void> => {
    if (stopped !== undefined) return room();
    if (line.isEmpty() && entry.feed()) return room();
    if (line.isTooLong()) {
      overflow(tooLong());
      return room();
    }
    return handled(line.join(entry));
  };

  return {
    progress(message, fraction) {
      if (stopped !== undefined) return;
      const text = boundText(redactor.text(message));
      const event: CallEvent = { case: "progress", value: { message: text, ...fractionOf(fraction) } };
      const feed = () => {
        flush();
        const last = queue.at(-1);
        if (last?.event.case === "progress") last.event = event;
        else push(event, text.length);
        return true;
      };
      if (line.isEmpty()) feed();
      else line.joinProgress(feed);
    },
    output(data, to, given = false) {
      const stream = numberOf(to);
      if (data.length <= chunkLimit && stopped === undefined && line.isEmpty() && settled()) {
        output.add(stream, data, given);
        joinLater();
        return room();
      }
      let left = data;
      return send({
        bytes: () => left.length,
        feed() {
          while (left.length > 0 && settled()) {
            output.add(stream, left.subarray(0, chunkLimit), given);
            left = left.subarray(chunkLimit);
          }
          joinLater();
          return left.length === 0;
        },
        // The caller may use its buffer again.
        keep() {
          if (!given) left = left.slice();
        },
      });
    },
    partial(payload, bytes) {
      return send({
        bytes: () => bytes,
        feed() {
          if (!settled()) return false;
          flush();
          push({ case: "partialResult", value: { payload } }, bytes);
          return true;
        },
      });
    },
    lastWords(data, to) {
      if (gone !== undefined || ending !== undefined) return;
      const taken = data.subarray(0, mostLastWords - lastWords);
      lastWords += taken.length;
      output.add(numberOf(to), taken);
    },
    stop,
    end(...last) {
      const wasStopped = stopped !== undefined;
      return new Promise((resolve, reject) => {
        if (gone !== undefined) return reject(gone.reason);
        const feed = () => {
          flush();
          // What is held of a stream could be the beginning of a secret, which a stopped handler did not finish.
          if (!wasStopped) output.release();
          for (const event of last) push(event, 0, true);
          return true;
        };
        ending = { resolve, reject };
        if (line.isEmpty()) feed();
        else line.joinLast(feed);
        stopped ??= { reason: new Error("the call has ended") };
        if (!writing && line.isEmpty()) resolve();
      });
    },
    hurry() {
      line.finish();
      queue = queue.filter(({ last }) => last);
      queued = 0;
    },
  };
}

const numberOf = (to: "stdout" | "stderr"): OutputStream =>
  to === "stderr" ? OutputStream.STDERR : OutputStream.STDOUT;

function tooLong(): ToolError {
  return new ToolError(
    "execution_failed",
    "the handler sends faster than its reader takes, and does not wait: await call.output() and call.partial(), or yield the events",
  );
}

/** Outside [0,1] a fraction is clamped; what is no number is left out (tool.v1 Progress). */
function fractionOf(fraction: number | undefined): { fractionComplete?: number } {
  if (fraction === undefined || Number.isNaN(fraction)) return {};
  return { fractionComplete: Math.min(1, Math.max(0, fraction)) };
}

/** Who does not await must not be punished by an unhandled rejection: the call itself reports the failure. */
function handled(promise: Promise<void>): Promise<void> {
  promise.catch(() => undefined);
  return promise;
}
