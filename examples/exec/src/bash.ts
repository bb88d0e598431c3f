import * as plugwright from "@plugwright/sdk";
import * as z from "zod";

export const bash = plugwright
  .tool("bash")
  .describe("Run a shell command in the working directory. Its output is sent as it comes.")
  .input(z.object({ command: z.string().min(1).describe("a command line for bash") }))
  .output(
    z.object({
      exit_code: z.int().describe("0 is success; 128 + n: ended by signal n"),
      signal: z.string().optional().describe("the signal that ended it, such as SIGKILL"),
    }),
  )
  .mutates("high")
  .spawns()
  .timeout("10m")
  .run(async ({ command }, call) => {
    const { code, signal } = await call.exec("bash", ["-c", command]);
    return { exit_code: code, signal };
  });
