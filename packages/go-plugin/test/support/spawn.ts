import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { cookie } from "./cookie.js";

/** A plugin that was started without a host. */
export interface Spawned {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Resolves with the exit code, or the name of the signal, when all its output is read. */
  readonly exited: Promise<number | string>;
  /** The fields of the handshake. Rejects if there is none. */
  readonly handshake: Promise<string[]>;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** What a host sets, and nothing that this process has besides PATH. */
export const hostEnvironment: Environment = {
  PATH: process.env["PATH"],
  [cookie.key]: cookie.value,
  PLUGIN_MIN_PORT: "10000",
  PLUGIN_MAX_PORT: "25000",
  PLUGIN_PROTOCOL_VERSIONS: "1",
};

export function spawnPlugin(command: string, environment: Environment = {}, cwd?: string): Spawned {
  const env = { ...hostEnvironment, ...environment };
  const child = spawn(command, { env, cwd, stdio: ["ignore", "pipe", "pipe"] });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text) => {
    stderr += text;
  });
  const exited = new Promise<number | string>((resolve) => {
    child.once("close", (code, signal) => resolve(code ?? signal ?? "gone"));
  });
  const handshake = new Promise<string[]>((resolve, reject) => {
    child.stdout.on("data", () => {
      const [line, rest] = stdout.split("\n");
      if (rest !== undefined) resolve((line ?? "").split("|"));
    });
    void exited.then((code) => reject(new Error(`exited with ${code}: ${stderr}`)));
  });
  handshake.catch(() => {});
  return { child, pid: child.pid ?? 0, stdout: () => stdout, stderr: () => stderr, exited, handshake };
}

/** Whether a process runs. One that has ended and whose parent has not taken note yet does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  return !/^\d+ \(.*\) [ZX]/s.test(statusOf(pid));
}

function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, "latin1");
  } catch {
    return "";
  }
}

/** Waits until something is so; rejects after `ms` milliseconds. Resolves with how long it took. */
export async function until(what: string, isSo: () => boolean, ms: number): Promise<number> {
  const started = performance.now();
  while (!isSo()) {
    if (performance.now() - started > ms) throw new Error(`${what}: not within ${ms} ms`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return performance.now() - started;
}
