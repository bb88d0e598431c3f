import { type ChildProcess, type ChildProcessByStdio, spawn } from "node:child_process";
import type { Readable } from "node:stream";
import { settlesWithin } from "../waiting.js";
import { readLines } from "./lines.js";

/** How a process ended. */
export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A plugin's process. */
export interface PluginProcess {
  readonly pid: number;
  readonly exited: Promise<Exit>;
  readonly hasExited: () => boolean;
  /** The first line on stdout. @throws Error with what stderr had to say, if the process exits without one. */
  readonly firstLine: Promise<string>;
  readonly kill: () => void;
}

export interface ProcessOptions {
  readonly command: string;
  readonly args?: readonly string[] | undefined;
  readonly cwd?: string | undefined;
  readonly env: NodeJS.ProcessEnv;
  readonly onStderr: (line: string) => void;
  readonly onStdout?: ((bytes: Buffer) => void) | undefined;
}

/** Lines that children of a plugin may still write when it is gone itself. */
const readersMs = 500;
const rememberedLines = 20;

/** @throws Error when the command cannot be run. */
export async function startProcess(options: ProcessOptions): Promise<PluginProcess> {
  const { command, args = [], cwd, env, onStderr, onStdout } = options;
  const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  await new Promise<void>((resolve, reject) => {
    child.once("spawn", resolve);
    child.once("error", reject);
  });
  child.on("error", () => {});
  killWithHost(child);

  const lastLines: string[] = [];
  readLines(child.stderr, (line) => {
    lastLines.push(line);
    if (lastLines.length > rememberedLines) lastLines.shift();
    onStderr(line);
  });
  if (onStdout !== undefined) child.stdout.on("data", onStdout);
  const exited = exitOf(child);
  const firstLine = new Promise<string>((resolve, reject) => {
    // Whatever comes after the first line is read and thrown away, so that the plugin never waits for us.
    readLines(child.stdout, resolve);
    void exited.then(({ code, signal }) => {
      const said = lastLines.map((line) => `\n    ${line}`).join("");
      reject(new Error(`the plugin exited with ${code ?? signal} before it was connected to${said}`));
    });
  });
  // Nobody need be waiting.
  firstLine.catch(() => {});
  return {
    pid: child.pid ?? 0,
    exited,
    hasExited: () => child.exitCode !== null || child.signalCode !== null,
    firstLine,
    kill: () => void child.kill("SIGKILL"),
  };
}

const running = new Set<ChildProcess>();
const killRunning = (): void => {
  for (const child of running) child.kill("SIGKILL");
};

/** A plugin does not outlive its host, however that one exits. All of them share one listener. */
function killWithHost(child: ChildProcess): void {
  if (running.size === 0) process.once("exit", killRunning);
  running.add(child);
  child.once("exit", () => {
    running.delete(child);
    if (running.size === 0) process.off("exit", killRunning);
  });
}

/** Resolves when the process has exited and its output is read, as far as no child of its own holds it open. */
async function exitOf(child: ChildProcessByStdio<null, Readable, Readable>): Promise<Exit> {
  const closed = new Promise((resolve) => child.once("close", resolve));
  const exit = await new Promise<Exit>((resolve) => child.once("exit", (code, signal) => resolve({ code, signal })));
  if (!(await settlesWithin(readersMs, closed))) for (const stream of [child.stdout, child.stderr]) stream.destroy();
  return exit;
}
