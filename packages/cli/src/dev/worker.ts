import { fork } from "node:child_process";
import { onExit } from "../on-exit.js";
import { runnableArguments } from "../source/runnable.js";
import type { FromWorker, ToWorker } from "./worker-script.js";

/** A process that serves a plugin. */
export interface Worker {
  /** Resolves when it serves, or has said why it does not. Rejects when it ends before that. */
  readonly started: Promise<Exclude<FromWorker, { readonly log: unknown }>>;
  /** Resolves with what it ended with, in words. */
  readonly exited: Promise<string>;
  /** Has it end its calls and exit; kills it if it does not within seconds. */
  stop(): Promise<void>;
  /** Ends it at once: it has no calls yet. */
  kill(): Promise<void>;
}

export interface WorkerOptions {
  readonly cwd: string;
  readonly token: string | false;
  /** Where a debugger connects: `127.0.0.1:9229`. */
  readonly inspect: string | undefined;
  /** Takes what the plugin prints. */
  readonly print: (text: string) => void;
  readonly log: (entry: Extract<FromWorker, { readonly log: unknown }>["log"]) => void;
}

/** How long a plugin has to end its calls and close what it has opened: what the SDK takes at most, and some more. */
const patienceMs = 4000;

/** Starts a bundle of the worker's script. */
export function startWorker(file: string, { cwd, token, inspect, print, log }: WorkerOptions): Worker {
  const [flag = "", script = file] = runnableArguments(file);
  const child = fork(script, [], {
    cwd,
    execArgv: [flag, ...(inspect === undefined ? [] : [`--inspect=${inspect}`])],
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding("utf8").on("data", print);
  // It sees that nobody is there any more, unless it is busy for ever.
  const forget = onExit(() => void child.kill("SIGKILL"));
  const exited = new Promise<string>((resolve) => {
    child.once("exit", (code, signal) => resolve(String(code ?? signal)));
    child.once("error", (error) => resolve(error.message));
  });
  void exited.then(forget);
  const started = new Promise<Exclude<FromWorker, { readonly log: unknown }>>((resolve, reject) => {
    // Only the script that we have written sends messages.
    child.on("message", (message) => {
      const said = message as FromWorker;
      if ("log" in said) log(said.log);
      else resolve(said);
    });
    void exited.then((end) => reject(new Error(`the plugin's process ended with ${end} before it served`)));
  });
  // Nobody need be waiting.
  started.catch(() => undefined);
  const send = (message: ToWorker) => {
    if (child.connected) child.send(message, () => undefined);
  };
  send({ start: { token } });
  return {
    started,
    exited,
    async stop() {
      send({ stop: true });
      const timer = setTimeout(() => child.kill("SIGKILL"), patienceMs);
      await exited;
      clearTimeout(timer);
    },
    async kill() {
      child.kill("SIGKILL");
      await exited;
    },
  };
}
