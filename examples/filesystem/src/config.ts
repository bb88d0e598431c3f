import * as plugwright from "@plugwright/sdk";
import * as z from "zod";

/** The attributes of the operator's `provider "filesystem" {}` block. */
export const config = z.object({
  roots: z
    .array(z.string())
    .optional()
    .describe("directories that may be touched; without it, the working directory of each call"),
  token: plugwright
    .secret(z.string())
    .optional()
    .describe("a credential that callers never see, whatever file it is in"),
});

export type Config = z.output<typeof config>;

/** Begins a tool whose `call.config` has the type of this plugin's configuration. */
export const tool = plugwright.tool<Config>;
