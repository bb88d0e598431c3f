import { OutputStream } from "@plugwright/protocol/tool";
import type { JsonObject } from "../schema/types.js";
import { ToolError } from "./errors.js";
import type { CallEvent, EventSink } from "./events.js";
import { createOutput } from "./output.js";
import type { Platform } from "./platform.js";
import type { Redactor } from "./redact.js";
import { boundText } from "./text.js";

/** Below these a send resolves at once: the reader is keeping up. */
const calm = { bytes: 64 * 1024, events: 16 };
/** Beyond these the call fails: somebody sends without awaiting. */
const most = { bytes: 1024 * 1024, events: 256 };
/** How long small writes wait for company, in milliseconds. */
const joinFor = 10;

/**
 * The one way out for the events of a call, in the order in which they were sent. Small writes are
 * joined, progress is coalesced, and a slow reader slows down whoever awaits.
 */
export interface Outbox {
  /** Never waits: a newer progress replaces one that has not left yet. */
  progress(message: string, fraction: number | undefined): void;
  output(data: Uint8Array, to: "stdout" | "stderr"): Promise<void>;
  /** `bytes` is the payload's encoded size. */
  partial(payload: JsonObject, bytes: number): Promise<void>;
  /** Nothing more from the handler: whoever waits or sends from now on is told why. What is queued still leaves. */
  stop(reason: unknown): void;
  /** Sends what is left, then these. Resolves when the reader has them; rejects when the reader is gone. */
  end(...last: readonly CallEvent[]): Promise<void>;
  /** Gives up on the reader: what is queued is dropped. */
  abandon(reason: unknown): void;
}

export interface OutboxOptions {
  readonly sink: EventSink;
  readonly platform: Pick<Platform, "after">;
  readonly redactor: Redactor;
  /** The queue ran over: the call must fail with this. */
  readonly overflow: (error: ToolError) => void;
}

interface Waiter {
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

export function createOutbox({ sink, platform, redactor, overflow }: OutboxOptions): Outbox {
  const queue: { event: CallEvent; bytes: number }[] = [];
  let queued = 0;
  let writing = false;
  let stopped: { reason: unknown } | undefined;
  let abandoned = false;
  let waiters: Waiter[] = [];
  let ending: Waiter | undefined;
  let undoJoin: (() => void) | undefined;
  const output = createOutput(redactor, (stream, data) =>
    push({ case: "outputChunk", value: { stream, data } }, data.length),
  );

  const settled = () => queued <= calm.bytes && queue.length <= calm.events;
  const wake = () => {
    if (!settled()) return;
    const woken = waiters;
    waiters = [];
    for (const { resolve } of woken) resolve();
  };
  const room = (): Promise<void> => {
    if (stopped !== undefined) return handled(Promise.reject(stopped.reason));
    if (settled()) return Promise.resolve();
    return handled(new Promise((resolve, reject) => waiters.push({ resolve, reject })));
  };
  const drain = async (): Promise<void> => {
    if (writing) return;
    writing = true;
    try {
      for (let next = queue.shift(); next !== undefined && !abandoned; next = queue.shift()) {
        queued -= next.bytes;
        await sink.write(next.event);
        wake();
      }
      writing = false;
      if (!abandoned) ending?.resolve();
    } catch (error) {
      writing = false;
      abandon(error);
    }
  };
  const push = (event: CallEvent, bytes: number): void => {
    queue.push({ event, bytes });
    queued += bytes;
    void drain();
  };
  const flush = (): void => {
    undoJoin?.();
    undoJoin = undefined;
    output.flush();
  };
  const full = (): boolean => {
    if (queued + output.pending() < most.bytes && queue.length < most.events) return false;
    overflow(
      new ToolError(
        "execution_failed",
        `the handler sends faster than its reader takes: over ${most.bytes} bytes or ${most.events} events wait; ` +
          "await call.output() and call.partial(), or yield the events",
      ),
    );
    return true;
  };
  const stop = (reason: unknown): void => {
    if (stopped !== undefined) return;
    stopped = { reason };
    for (const { reject } of waiters.splice(0)) reject(reason);
  };
  const abandon = (reason: unknown): void => {
    stop(reason);
    abandoned = true;
    undoJoin?.();
    queue.length = 0;
    ending?.reject(reason);
  };

  return {
    progress(message, fraction) {
      if (stopped !== undefined) return;
      const event: CallEvent = {
        case: "progress",
        value: { message: redactor.text(boundText(message)), ...fractionOf(fraction) },
      };
      flush();
      const last = queue.at(-1);
      if (last?.event.case === "progress") last.event = event;
      else if (!full()) push(event, message.length);
    },
    output(data, to) {
      if (stopped !== undefined || full()) return room();
      output.add(to === "stderr" ? OutputStream.STDERR : OutputStream.STDOUT, data);
      if (output.pending() > 0 && undoJoin === undefined) undoJoin = platform.after(joinFor, flush);
      return room();
    },
    partial(payload, bytes) {
      if (stopped !== undefined) return room();
      flush();
      if (!full()) push({ case: "partialResult", value: { payload: redactor.json(payload) } }, bytes);
      return room();
    },
    stop,
    end(...last) {
      flush();
      output.release();
      stop(new Error("the call has ended"));
      if (abandoned) return Promise.reject(stopped?.reason);
      for (const event of last) push(event, 0);
      return new Promise((resolve, reject) => {
        ending = { resolve, reject };
        if (!writing) resolve();
      });
    },
    abandon,
  };
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
