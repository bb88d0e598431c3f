import { Buffer } from "node:buffer";
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { originalOf, standIn } from "./original.js";
import { textOf } from "./streams.js";

type Report = (to: "stdout" | "stderr", text: string) => void;

/** Functions of node:fs that write to a descriptor. */
const writers = [
  "write",
  "writeSync",
  "writev",
  "writevSync",
  "writeFile",
  "writeFileSync",
  "appendFile",
  "appendFileSync",
] as const;

/** Has what `node:fs` is told to write to descriptors 1 and 2 reported instead. */
export function guardFileSystem(report: Report): void {
  for (const name of writers) {
    const present: unknown = Reflect.get(fs, name);
    if (typeof present !== "function") continue;
    const original = originalOf(present);
    const guarded = (...args: unknown[]): unknown => {
      const [fd] = args;
      const written = fd === 1 || fd === 2 ? readArguments(args) : undefined;
      const callback = name.endsWith("Sync") ? undefined : args.at(-1);
      // Node complains of arguments that it does not understand.
      if (written === undefined || (!name.endsWith("Sync") && typeof callback !== "function")) {
        return Reflect.apply(original, fs, args);
      }
      report(fd === 1 ? "stdout" : "stderr", written.text);
      if (typeof callback === "function") process.nextTick(callback, null, written.bytes, args[1]);
      return name === "writeSync" || name === "writevSync" ? written.bytes : undefined;
    };
    Reflect.set(fs, name, standIn(guarded, original));
  }
  // For those who import the functions by name.
  syncBuiltinESMExports();
}

/** What a call wants to have written: all of it, as one text. */
function readArguments([, data, ...rest]: readonly unknown[]): { text: string; bytes: number } | undefined {
  if (Array.isArray(data)) {
    const parts = data.map((part) => textOf(part));
    if (parts.some((part) => part === undefined)) return undefined;
    return { text: parts.join(""), bytes: sum(data.map((part) => part.byteLength)) };
  }
  if (typeof data === "string") {
    const text = textOf(
      data,
      rest.map(encodingOf).find((encoding) => encoding !== undefined),
    );
    return text === undefined ? undefined : { text, bytes: Buffer.byteLength(text) };
  }
  if (!ArrayBuffer.isView(data)) return undefined;
  const { offset, length } = sliceOf(rest);
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength).subarray(
    offset,
    length === undefined ? undefined : offset + length,
  );
  return { text: bytes.toString(), bytes: bytes.length };
}

function sliceOf([first, second]: readonly unknown[]): { offset: number; length: number | undefined } {
  const options = typeof first === "object" && first !== null ? first : { offset: first, length: second };
  const offset = "offset" in options && typeof options.offset === "number" ? options.offset : 0;
  const length = "length" in options && typeof options.length === "number" ? options.length : undefined;
  return { offset, length };
}

function encodingOf(argument: unknown): string | undefined {
  if (typeof argument === "string") return argument;
  if (typeof argument !== "object" || argument === null || !("encoding" in argument)) return undefined;
  return typeof argument.encoding === "string" ? argument.encoding : undefined;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
