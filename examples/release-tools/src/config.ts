import * as plugwright from "@plugwright/sdk";
import * as z from "zod";

/** The attributes of the operator's `provider "release_tools" {}` block. */
export const config = z.object({
  changelog: z.string().default("CHANGELOG.md").describe("the changelog, relative to the working directory"),
});

export type Config = z.output<typeof config>;

/** Begins a slash command whose `call.config` has the type of this plugin's configuration. */
export const command = plugwright.command<Config>;
