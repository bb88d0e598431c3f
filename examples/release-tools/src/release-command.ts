import { writeFile } from "node:fs/promises";
import { diff, group, text } from "@plugwright/sdk";
import * as z from "zod";
import { command } from "./config.js";
import { bumps } from "./next-version.js";
import { planRelease } from "./plan.js";

export const releaseCommand = command("release")
  .describe("Give package.json the next version and the unreleased changes a heading.")
  .input(
    z.object({
      bump: z.enum(bumps).describe("which part of the version to raise"),
      dry_run: z.boolean().default(false).describe("only tell what would be done"),
    }),
  )
  .mutates("high")
  .timeout("30s")
  .preview(async ({ bump, dry_run }, call) => {
    const { version, edits } = await planRelease(bump, new Date(), call);
    if (dry_run) return text(`releases nothing: ${version} is only tried out`);
    return group(...edits.flatMap(({ name, before, after }) => [text(name, "bold"), diff(before, after)]));
  })
  .run(async ({ bump, dry_run }, call) => {
    const { version, edits } = await planRelease(bump, new Date(), call);
    const files = edits.map(({ name }) => name);
    if (dry_run) return { version, files, written: false };
    for (const { name, path, after } of edits) {
      // Between two files the call may have been cancelled; what was written by then is in its report.
      call.signal.throwIfAborted();
      await writeFile(path, after);
      call.did(`wrote ${name}`);
    }
    return { version, files, written: true };
  });
