import { Buffer } from "node:buffer";
import { originalOf, standIn } from "./original.js";

type Report = (to: "stdout" | "stderr", text: string) => void;

/** Has what is written to `process.stdout` and `process.stderr` reported instead. */
export function guardStreams(report: Report): void {
  for (const name of ["stdout", "stderr"] as const) {
    const property = Object.getOwnPropertyDescriptor(process, name);
    const guarded = new WeakSet<object>();
    // Node makes the stream at its first use. That takes time, which the handshake does not have.
    Object.defineProperty(process, name, {
      configurable: true,
      enumerable: true,
      get() {
        const stream: NodeJS.WriteStream = property?.get?.call(process) ?? property?.value;
        if (!guarded.has(stream)) {
          guarded.add(stream);
          guardStream(stream, (text) => report(name, text));
        }
        return stream;
      },
    });
  }
}

function guardStream(stream: NodeJS.WriteStream, report: (text: string) => void): void {
  const write = originalOf(stream.write);
  stream.write = standIn((chunk: unknown, ...rest: unknown[]): boolean => {
    const [encoding] = rest;
    const text = textOf(chunk, typeof encoding === "string" ? encoding : undefined);
    // Let Node complain of what is no text.
    if (text === undefined) return Reflect.apply(write, stream, [chunk, ...rest]);
    report(text);
    const done = rest.at(-1);
    if (typeof done === "function") process.nextTick(done);
    return true;
  }, write);
}

/** What was to be written as a text, if it is one. */
export function textOf(chunk: unknown, encoding?: string): string | undefined {
  if (typeof chunk === "string") {
    return encoding !== undefined && Buffer.isEncoding(encoding) && !/^utf-?8$/i.test(encoding)
      ? Buffer.from(chunk, encoding).toString()
      : chunk;
  }
  if (!ArrayBuffer.isView(chunk)) return undefined;
  return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString();
}
