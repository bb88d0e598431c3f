import * as fs from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import {
  group,
  list,
  type OutputOf,
  type PreviewCall,
  type StreamingMutatingCall,
  ToolError,
  text,
} from "@plugwright/sdk";
import * as z from "zod";
import { type Config, tool } from "./config.js";
import { allowedPath, isWithin } from "./paths.js";
import { listFilesBelow } from "./walk.js";

export const input = z.object({
  from: z.string().describe("a directory or file"),
  to: z.string().describe("where the copy goes"),
  pause_ms: z.int().min(0).max(60_000).default(0).describe("milliseconds to wait between files, for slow storage"),
});
export const output = z.object({ files: z.int() });

export const copyFiles = tool("copy_files")
  .describe("Copy a directory's files, one after the other. Files that are there already are overwritten.")
  .input(input)
  .output(output)
  .mutates("moderate", { key: ["to"] })
  .idempotent()
  .streams()
  .timeout("10m")
  .preview(preview)
  .run(run);

export async function preview({ from, to }: OutputOf<typeof input>, call: PreviewCall<Config>) {
  const source = await allowedPath(from, call);
  const files = await listFilesBelow(source, call.signal);
  return group(
    text(`copies ${files.length} files from ${from} to ${to}`),
    list(files.map((file) => text(relative(source, file) || basename(file)))),
  );
}

export async function* run({ from, to, pause_ms }: OutputOf<typeof input>, call: StreamingMutatingCall<Config>) {
  const source = await allowedPath(from, call);
  const target = await allowedPath(to, call);
  if (isWithin(source, target))
    throw new ToolError("invalid_arguments", `${to} lies in ${from}: it would be copied as well`);
  call.lock(target);
  const files = await listFilesBelow(source, call.signal);
  for (const [index, file] of files.entries()) {
    const name = relative(source, file) || basename(file);
    yield { progress: `copying ${name}`, fraction: index / files.length };
    // Below the target there may be links that lead out of it.
    const copy = await allowedPath(join(target, relative(source, file)), call);
    await fs.mkdir(dirname(copy), { recursive: true });
    await fs.copyFile(file, copy);
    // When the call is cancelled or runs out of time, this is what its caller is told.
    call.did(`copied ${name}`);
    await wait(pause_ms, undefined, { signal: call.signal });
  }
  return { files: files.length };
}
