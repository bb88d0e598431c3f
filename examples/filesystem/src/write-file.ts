import * as fs from "node:fs/promises";
import { dirname } from "node:path";
import { diff, type MutatingCall, type OutputOf, type PreviewCall } from "@plugwright/sdk";
import * as z from "zod";
import { type Config, tool } from "./config.js";
import { allowedPath } from "./paths.js";
import { readTextOrNothing } from "./text-file.js";

export const input = z.object({
  path: z.string().describe("relative to the working directory, or absolute"),
  text: z.string(),
});
export const output = z.object({ bytes: z.int() });

export const writeFile = tool("write_file")
  .describe("Create or overwrite a text file. Missing directories are made.")
  .input(input)
  .output(output)
  .mutates("moderate", { key: ["path"] })
  .idempotent()
  .timeout("30s")
  .preview(preview)
  .run(run);

export async function preview({ path, text }: OutputOf<typeof input>, call: PreviewCall<Config>) {
  return diff(await readTextOrNothing(await allowedPath(path, call), path, call.signal), text);
}

export async function run({ path, text }: OutputOf<typeof input>, call: MutatingCall<Config>) {
  const target = await allowedPath(path, call);
  // The key above is what the caller wrote, for this tool: `a` and `./a` are two keys, and edit_file has its own.
  call.lock(target);
  // Refuses what the preview refuses: a directory, a binary file.
  await readTextOrNothing(target, path, call.signal);
  await fs.mkdir(dirname(target), { recursive: true });
  await fs.writeFile(target, text);
  call.did(`wrote ${path}`);
  return { bytes: Buffer.byteLength(text) };
}
