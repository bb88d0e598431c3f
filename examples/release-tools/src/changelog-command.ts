import { readFile } from "node:fs/promises";
import { ToolError } from "@plugwright/sdk";
import * as z from "zod";
import { findRelease, parseChangelog } from "./changelog.js";
import { command } from "./config.js";

export const changelogCommand = command("changelog")
  .describe("Show what a release changed.")
  .input(z.object({ version: z.string().optional().describe("without it, what is not released yet") }))
  .reads()
  .streams()
  .run(async ({ version }, call) => {
    const path = call.resolvePath(call.config.changelog);
    await call.output(`reading ${path}\n`);
    // A file that is missing ends the call with not_found: the SDK knows what system errors mean.
    const releases = parseChangelog(await readFile(path, { encoding: "utf8", signal: call.signal }));
    const versions = releases.map((release) => release.version).join(", ");
    await call.output(`found ${versions}\n`);

    const release = findRelease(releases, version);
    if (release === undefined) {
      throw new ToolError(
        "not_found",
        `${call.config.changelog} has no release ${version ?? "at all"}; it has: ${versions}`,
      );
    }
    for (const { kind, text } of release.changes) await call.output(`${kind}: ${text}\n`);
    return release;
  });
