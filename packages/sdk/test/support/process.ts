import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** A plugin running as a process of its own. */
export interface PluginProcess {
  readonly child: ChildProcess;
  readonly url: string;
  readonly token: string | undefined;
  stdout(): string;
  stderr(): string;
  /** Resolves with the exit code, or the name of the signal. */
  readonly exited: Promise<number | string>;
}

/** Runs a file: TypeScript from source, JavaScript as it is. */
export function runSource(
  file: URL,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Omit<PluginProcess, "url" | "token"> {
  const path = fileURLToPath(file);
  const source = path.endsWith(".ts") ? ["--conditions=@plugwright/source", "--import", "tsx"] : [];
  const child = spawn(process.execPath, [...source, path, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...env },
  });
  let stdout = "";
  let stderr = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const exited = new Promise<number | string>((resolve) => {
    child.once("close", (code, signal) => resolve(code ?? signal ?? "gone"));
  });
  return { child, exited, stdout: () => stdout, stderr: () => stderr };
}

/** Starts a plugin with `--listen` and waits for the line that tells its address. */
export async function startPlugin(
  file: URL,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<PluginProcess> {
  const running = runSource(file, ["--listen", "127.0.0.1:0", ...args], env);
  const started = new Promise<void>((resolve) => {
    const look = () => {
      if (running.stdout().includes("\n")) resolve();
    };
    running.child.stdout?.on("data", look);
  });
  const ended = running.exited.then((code) => {
    throw new Error(`the plugin ended with ${code}: ${running.stderr()}`);
  });
  await Promise.race([started, ended]);
  ended.catch(() => undefined);
  const url = /https?:\/\/\S+?(?=,|\s)/.exec(running.stdout())?.[0] ?? "";
  const token = /authorization: Bearer (\S+)/.exec(running.stdout())?.[1];
  return { ...running, url, token };
}
