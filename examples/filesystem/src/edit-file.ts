import * as fs from "node:fs/promises";
import { diff, type MutatingCall, type OutputOf, type PreviewCall } from "@plugwright/sdk";
import * as z from "zod";
import { type Config, tool } from "./config.js";
import { allowedPath } from "./paths.js";
import { replaceOnce } from "./replace-once.js";
import { readText } from "./text-file.js";

export const input = z.object({
  path: z.string().describe("relative to the working directory, or absolute"),
  find: z.string().min(1).describe("the exact text to replace, with enough around it to be unique"),
  replace: z.string().describe("what comes in its place"),
});
export const output = z.object({ line: z.int().describe("the line in which the change begins") });

export const editFile = tool("edit_file")
  .describe("Replace a text that stands exactly once in a file.")
  .input(input)
  .output(output)
  .mutates("moderate", { key: ["path"] })
  .timeout("30s")
  .preview(preview)
  .run(run);

export async function preview({ path, find, replace }: OutputOf<typeof input>, call: PreviewCall<Config>) {
  const text = await readText(await allowedPath(path, call), path, call.signal);
  return diff(text, replaceOnce(text, find, replace, path).text);
}

export async function run({ path, find, replace }: OutputOf<typeof input>, call: MutatingCall<Config>) {
  const target = await allowedPath(path, call);
  call.lock(target);
  const edited = replaceOnce(await readText(target, path, call.signal), find, replace, path);
  await fs.writeFile(target, edited.text);
  call.did(`edited ${path}`);
  return { line: edited.line };
}
