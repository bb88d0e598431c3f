import { spawn } from "node:child_process";
import { once } from "node:events";
import { dirname } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Target } from "./clients.js";

/** A plugin that runs as a process of its own, as an author starts it by hand. */
export interface PluginProcess extends Target {
  readonly token: string;
  /** What it has written to stderr: without a kernel, that is its log, a JSON object a line. */
  readonly log: readonly string[];
  /** Resolves with the first log line, written already or still to come, that holds all of these texts. */
  logged(...texts: readonly string[]): Promise<string>;
  /** Tells it to end. Resolves with its exit code, which is `null` when it had to be killed. */
  stop(): Promise<number | null>;
}

const startPatience = 20_000;
const patience = 5000;

/**
 * Runs a plugin's `src/main.ts` from its source, on any free loopback port.
 * @throws Error with what it wrote to stderr when it ends, or says nothing, before it listens.
 */
export async function startPlugin(main: URL): Promise<PluginProcess> {
  const script = fileURLToPath(main);
  const args = ["--conditions=@plugwright/source", "--import", "tsx", script, "--listen", "127.0.0.1:0"];
  const child = spawn(process.execPath, args, { cwd: dirname(script), stdio: ["ignore", "pipe", "pipe"] });
  const exited = once(child, "exit");
  // Should this process end early, the plugin does not outlive it.
  const kill = () => void child.kill("SIGKILL");
  process.once("exit", kill);

  const log: string[] = [];
  const errors = createInterface({ input: child.stderr }).on("line", (line) => void log.push(line));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const read = async (pattern: RegExp): Promise<string> => {
    const { value } = await within(startPatience, lines.next());
    const found = pattern.exec(String(value))?.[1];
    if (found !== undefined) return found;
    kill();
    throw new Error([`${script} did not start: it printed ${String(value)}`, ...log].join("\n"));
  };

  return {
    url: await read(/^listening on (http:\/\/\S+)$/),
    token: await read(/^send this header: authorization: Bearer (\S+)$/),
    log,
    async logged(...texts) {
      const wanted = (line: string) => texts.every((text) => line.includes(text));
      const found = log.find(wanted);
      if (found !== undefined) return found;
      return within(
        patience,
        new Promise<string>((resolve) => errors.on("line", (line) => void (wanted(line) && resolve(line)))),
      );
    },
    async stop() {
      child.kill("SIGTERM");
      const timer = setTimeout(kill, patience);
      const [code] = (await exited) as [number | null];
      clearTimeout(timer);
      process.off("exit", kill);
      return code;
    },
  };
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`waited ${ms} ms in vain`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
