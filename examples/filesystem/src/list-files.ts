import { relative } from "node:path";
import type { Call, OutputOf } from "@plugwright/sdk";
import * as z from "zod";
import { type Config, tool } from "./config.js";
import { allowedPath } from "./paths.js";
import { filesBelow } from "./walk.js";

export const input = z.object({
  path: z.string().default(".").describe("the directory; without it, the working directory"),
  limit: z.int().min(1).max(10_000).default(1000).describe("the most files to list"),
});
export const output = z.object({
  files: z.array(z.string()).describe("relative to the directory, in the order of their names"),
  truncated: z.boolean().describe("whether there are more"),
});

export const listFiles = tool("list_files")
  .describe("List the files below a directory, without .git and node_modules.")
  .input(input)
  .output(output)
  .reads()
  .run(run);

export async function run({ path, limit }: OutputOf<typeof input>, call: Call<Config>) {
  const directory = await allowedPath(path, call);
  const files: string[] = [];
  for await (const file of filesBelow(directory, call.signal)) {
    if (files.length === limit) return { files, truncated: true };
    files.push(relative(directory, file));
  }
  return { files, truncated: false };
}
