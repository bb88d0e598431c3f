import * as fs from "node:fs/promises";
import { diff } from "@plugwright/sdk";
import * as z from "zod";
import { tool } from "./config.js";
import { allowedPath } from "./paths.js";
import { replaceOnce } from "./replace-once.js";
import { readText } from "./text-file.js";

export const editFile = tool("edit_file")
  .describe("Replace a text that stands exactly once in a file.")
  .input(
    z.object({
      path: z.string().describe("relative to the working directory, or absolute"),
      find: z.string().min(1).describe("the exact text to replace, with enough around it to be unique"),
      replace: z.string().describe("what comes in its place"),
    }),
  )
  .output(z.object({ line: z.int().describe("the line in which the change begins") }))
  .mutates("moderate", { key: ["path"] })
  .timeout("30s")
  .preview(async ({ path, find, replace }, call) => {
    const text = await readText(await allowedPath(path, call), path, call.signal);
    return diff(text, replaceOnce(text, find, replace, path).text);
  })
  .run(async ({ path, find, replace }, call) => {
    const target = await allowedPath(path, call);
    call.lock(target);
    const edited = replaceOnce(await readText(target, path, call.signal), find, replace, path);
    await fs.writeFile(target, edited.text);
    call.did(`edited ${path}`);
    return { line: edited.line };
  });
