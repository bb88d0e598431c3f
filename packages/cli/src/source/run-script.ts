import { spawn } from "node:child_process";
import type { Readable } from "node:stream";
import { onExit } from "../on-exit.js";

/** How a script is run. */
export interface ScriptOptions {
  readonly cwd: string;
  readonly patienceMs: number;
  /** Takes what it prints on stdout and stderr. */
  readonly print: (text: string) => void;
}

/** How long what the script has started may go on writing after it has ended, in milliseconds. */
const readersMs = 500;

/**
 * Runs a script of Node and returns what it wrote to descriptor 3; `undefined` if it wrote nothing, or has not ended in
 * time. What it has started itself is not waited for.
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
  const forget = onExit(() => void child.kill("SIGKILL"));
  const streams = child.stdio.slice(1) as [Readable, Readable, Readable];
  const [out, err, result] = streams;
  for (const stream of [out, err]) stream.setEncoding("utf8").on("data", print);
  let said = "";
  result.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  const closed = new Promise((resolve) => child.once("close", resolve));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", resolve);
  }).finally(forget);
  const timer = setTimeout(() => {
    for (const stream of streams) stream.destroy();
  }, readersMs);
  await closed;
  clearTimeout(timer);
  return code === 0 && said !== "" ? said : undefined;
}
