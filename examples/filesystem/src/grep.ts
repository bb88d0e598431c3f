import * as fs from "node:fs/promises";
import { basename, relative } from "node:path";
import type { OutputOf, StreamingCall } from "@plugwright/sdk";
import * as z from "zod";
import { type Config, tool } from "./config.js";
import { allowedPath } from "./paths.js";
import { decode } from "./text-file.js";
import { listFilesBelow } from "./walk.js";

const filesPerProgress = 10;
const longestLine = 200;

export const input = z.object({
  // Plain text: a regular expression can run for hours, and while it does no deadline is kept.
  pattern: z.string().min(1).describe("plain text, not a regular expression"),
  path: z.string().default(".").describe("a directory or file; without it, the working directory"),
  limit: z.int().min(1).max(10_000).default(100).describe("the most hits to find"),
});
export const output = z.object({ count: z.int(), searched: z.int().describe("how many files were searched") });

export const grep = tool("grep")
  .describe("Find the lines that contain a text. Each hit is sent as it is found, with its file and line.")
  .input(input)
  .output(output)
  .reads()
  .streams()
  .run(run);

export async function* run({ pattern, path, limit }: OutputOf<typeof input>, call: StreamingCall<Config>) {
  const start = await allowedPath(path, call);
  const files = await listFilesBelow(start, call.signal);
  let count = 0;
  for (const [index, file] of files.entries()) {
    const name = relative(start, file) || basename(file);
    if (index % filesPerProgress === 0) yield { progress: `searching ${name}`, fraction: index / files.length };
    // The signal ends this wait; a generator that sits in a wait of its own cannot be ended by anyone else.
    const text = decode(await fs.readFile(file, { signal: call.signal }));
    for (const { line, content } of linesWith(pattern, text ?? "")) {
      yield { partial: { path: name, line, text: content.trim().slice(0, longestLine) } };
      count++;
      if (count === limit) return { count, searched: index + 1 };
    }
  }
  return { count, searched: files.length };
}

function* linesWith(pattern: string, text: string): Generator<{ line: number; content: string }, void, void> {
  if (!text.includes(pattern)) return;
  for (const [index, content] of text.split("\n").entries()) {
    if (content.includes(pattern)) yield { line: index + 1, content };
  }
}
