import { type Call, type OutputOf, ToolError } from "@plugwright/sdk";
import * as z from "zod";
import { type Config, tool } from "./config.js";
import { allowedPath } from "./paths.js";
import { readText } from "./text-file.js";

export const input = z.object({
  path: z.string().describe("relative to the working directory, or absolute"),
  from: z.int().min(1).optional().describe("the first line to read; without it, line 1"),
  to: z.int().min(1).optional().describe("the last line to read; without it, the last one"),
});
export const output = z.object({ text: z.string(), lines: z.int().describe("how many lines the whole file has") });

export const readFile = tool("read_file")
  .describe("Read a text file, optionally a range of its lines.")
  .input(input)
  .output(output)
  .reads()
  .run(run);

export async function run({ path, from = 1, to }: OutputOf<typeof input>, call: Call<Config>) {
  const text = await readText(await allowedPath(path, call), path, call.signal);
  const lines = linesOf(text);
  if (to !== undefined && to < from)
    throw new ToolError("invalid_arguments", `to is ${to}, before from, which is ${from}`);
  if (from > 1 && from > lines.length) {
    throw new ToolError("invalid_arguments", `from is ${from}, but ${path} has only ${lines.length} lines`);
  }
  return { text: lines.slice(from - 1, to).join(""), lines: lines.length };
}

/** Each line with its line break, so that joining them gives the text again. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}
