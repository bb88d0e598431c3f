import { Buffer } from "node:buffer";
import type { Readable } from "node:stream";

/** Longer ones are passed on in pieces, as hosts written in Go do. */
const mostBytes = 64 * 1024;

/** Passes on every line of a stream, and what is left at its end. The stream is read to the end whatever comes. */
export function readLines(stream: Readable, onLine: (line: string) => void): void {
  let rest = Buffer.alloc(0);
  stream.on("data", (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    for (let end = lengthOf(rest); end !== undefined; end = lengthOf(rest)) {
      onLine(
        rest
          .subarray(0, end)
          .toString()
          .replace(/\r?\n$/, ""),
      );
      rest = rest.subarray(end);
    }
  });
  stream.on("end", () => {
    if (rest.length > 0) onLine(rest.toString());
  });
  stream.on("error", () => {});
}

/** How many bytes the first line has, if it is complete. */
function lengthOf(bytes: Buffer): number | undefined {
  const end = bytes.subarray(0, mostBytes).indexOf("\n");
  if (end >= 0) return end + 1;
  return bytes.length >= mostBytes ? mostBytes : undefined;
}
