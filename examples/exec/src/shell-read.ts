import * as plugwright from "@plugwright/sdk";
import { exec } from "@plugwright/sdk/node";
import * as z from "zod";
import { checkArguments, programs } from "./allowed.js";

export const shellRead = plugwright
  .tool("shell_read")
  .describe("Run a program that only reads, without a shell.")
  .input(
    z.object({
      program: z.enum(programs),
      args: z.array(z.string()).default([]).describe("options from a short list, and paths"),
    }),
  )
  .output(
    z.object({
      exit_code: z.int(),
      stdout: z.string().describe("at most 1 MiB"),
      stderr: z.string(),
      truncated: z.boolean().describe("whether more was printed than is shown"),
    }),
  )
  .reads()
  .run(async ({ program, args }) => {
    checkArguments(program, args);
    // Runs in the call's working directory and ends with the call. It sends nothing: this tool uses a program, it is none.
    const { code, stdout, stderr, truncated } = await exec(program, args);
    return { exit_code: code, stdout, stderr, truncated };
  });
