import { OutputStream } from "@plugwright/protocol/tool";
import type { Redactor, StreamRedactor } from "./redact.js";

/** The most bytes one output_chunk carries. */
export const chunkLimit = 64 * 1024;

/** Joins small writes to one stream into chunks of at most {@link chunkLimit} bytes. */
export interface OutputJoiner {
  /**
   * Copies: the caller may use its buffer again at once, unless it gives the buffer away. Full chunks leave at once.
   */
  add(stream: OutputStream, data: Uint8Array, given?: boolean): void;
  /** Bytes that wait to be joined. */
  pending(): number;
  /** Lets go what waits, but for what could still become a secret. */
  flush(): void;
  /** Lets go that too: nothing follows. */
  release(): void;
  /** Uses the memory of a chunk again that nobody will look at any more. */
  takeBack(chunk: Uint8Array): void;
}

/** How many buffers of {@link chunkLimit} bytes a call keeps for later. */
const mostFree = 4;

/** @param recycles Whether chunks are taken back. */
export function createOutput(
  redactor: Redactor,
  send: (stream: OutputStream, data: Uint8Array) => void,
  recycles: boolean,
): OutputJoiner {
  const redactors = new Map<OutputStream, StreamRedactor | undefined>(
    [OutputStream.STDOUT, OutputStream.STDERR].map((stream) => [stream, redactor.stream()]),
  );
  let current: OutputStream = OutputStream.STDOUT;
  let buffer: Uint8Array = new Uint8Array(0);
  let used = 0;
  /** Buffers that are part of a chunk that has left. */
  const lent = new Set<ArrayBufferLike>();
  const free: Uint8Array[] = [];

  const flush = (): void => {
    if (used === 0) return;
    const chunk = buffer.subarray(0, used);
    used = 0;
    // A chunk that filled its buffer may keep it; a small one must not hold on to 64 KiB.
    if (chunk.length * 2 <= buffer.length) {
      send(current, chunk.slice());
      return;
    }
    if (recycles && buffer.length === chunkLimit) lent.add(buffer.buffer);
    buffer = new Uint8Array(0);
    send(current, chunk);
  };
  const join = (stream: OutputStream, data: Uint8Array): void => {
    if (stream !== current) flush();
    current = stream;
    for (let from = 0; from < data.length; ) {
      if (used === buffer.length) grow(data.length - from);
      const part = data.subarray(from, from + buffer.length - used);
      buffer.set(part, used);
      used += part.length;
      from += part.length;
      if (used === chunkLimit) flush();
    }
  };
  const grow = (more: number): void => {
    const size = Math.min(chunkLimit, Math.max(1024, used * 2, used + more));
    const bigger = (size === chunkLimit ? free.pop() : undefined) ?? new Uint8Array(size);
    bigger.set(buffer.subarray(0, used));
    buffer = bigger;
  };

  return {
    add(stream, data, given = false) {
      const streamRedactor = redactors.get(stream);
      if (streamRedactor === undefined && given && data.length >= chunkLimit / 2 && data.length <= chunkLimit) {
        flush();
        send(stream, data);
      } else join(stream, streamRedactor?.push(data) ?? data);
    },
    pending: () => used,
    flush,
    release() {
      for (const [stream, streamRedactor] of redactors)
        if (streamRedactor !== undefined) join(stream, streamRedactor.flush());
      flush();
    },
    takeBack({ buffer: memory }) {
      if (lent.delete(memory) && free.length < mostFree) free.push(new Uint8Array(memory));
    },
  };
}
