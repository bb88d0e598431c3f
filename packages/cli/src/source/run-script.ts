import { spawn } from "node:child_process";
import type { Readable } from "node:stream";

/** How a script is run. */
export interface ScriptOptions {
  readonly cwd: string;
  readonly patienceMs: number;
  /** Takes what it prints on stdout and stderr. */
  readonly print: (text: string) => void;
}

/**
 * Runs a script of Node and returns what it wrote to descriptor 3; `undefined` if it wrote nothing, or has not ended in
 * time.
 */
export async function runScript(file: string, { cwd, patienceMs, print }: ScriptOptions): Promise<string | undefined> {
  const child = spawn(process.execPath, ["--enable-source-maps", file], {
    cwd,
    stdio: ["ignore", "pipe", "pipe", "pipe"],
    // Inherited, a loader or inspector of whoever runs the build would be loaded into the plugin.
    env: { ...process.env, NODE_OPTIONS: "" },
    timeout: patienceMs,
    killSignal: "SIGKILL",
  });
  const [out, err, result] = child.stdio.slice(1) as [Readable, Readable, Readable];
  for (const stream of [out, err]) stream.setEncoding("utf8").on("data", print);
  let said = "";
  result.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  return code === 0 && said !== "" ? said : undefined;
}
