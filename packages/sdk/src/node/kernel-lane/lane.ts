import { type ServedPlugin, servePlugin } from "@plugwright/go-plugin";
import type { StartedPlugin } from "@plugwright/go-plugin/handshake";
import { flushStderr, hclogLine, writeStderr } from "@plugwright/go-plugin/output";
import type { LogEntry } from "../../kernel/client.js";
import { thrownText } from "../../operation/classify.js";
import { boundText } from "../../operation/text.js";
import { type Category, pluginRoutes } from "../connect/routes.js";
import { createHosting } from "../hosting.js";
import type { Load } from "../load.js";
import { createCallback } from "./callback.js";
import { createLogBatches } from "./log-batches.js";

/** How long other calls may still run after an exception that nobody caught, in milliseconds. */
const lastCalls = 2000;
/** How long the callers of a plugin that cannot be loaded have to read why, in milliseconds. */
const readWhy = 300;
/** How long the last line on stderr is waited for, in milliseconds. */
const lastLine = 100;
/** How long calls may take to end in order when the plugin is told to exit, before their log is seen to. */
const lastWords = 200;
/** How long the kernel may take for the last log entries, in milliseconds. Then they go to stderr. */
const lastEntries = 75;

/** The lane of a plugin that its kernel has launched. */
export interface KernelLane {
  /** Takes an entry of the log: to the kernel once it can be reached, to stderr before. */
  log(entry: LogEntry): void;
}

export interface KernelLaneOptions {
  readonly load: Load;
  readonly category: Category | undefined;
  /** The most bytes of one message, encoded, either way: a larger one would fill the kernel's connection. */
  readonly messageLimit: number;
}

/** Serves a plugin to the kernel over the socket that was announced to it. The plugin is loaded at the first call. */
export function openKernelLane(
  started: StartedPlugin,
  { load, category, messageLimit }: KernelLaneOptions,
): KernelLane {
  let served: ServedPlugin | undefined;
  let called = false;
  const callback = createCallback((id, timeoutMs) => {
    if (served === undefined) return Promise.reject(new Error("the kernel cannot be called yet"));
    return served.broker.dial(id, { timeoutMs });
  });
  const batches = createLogBatches({ send: callback.sendLog, fallback: logToStderr, after: afterUnref });
  // The kernel tells where it takes callbacks when it has connected: before its first call nobody could be asked.
  const log = (entry: LogEntry): void => (called ? batches.add(entry) : logToStderr(entry));

  const hosting = createHosting(load, {
    strays: "all",
    messageLimit,
    kernel: callback.kernel,
    log,
    onException(runtime) {
      const leave = () => void exitWith("the plugin ends: an exception was not caught");
      setTimeout(leave, lastCalls);
      void runtime?.drain(lastCalls).then(() => setTimeout(leave, readWhy));
    },
  });
  const runtime = () => {
    called = true;
    return hosting.runtime().catch((error: unknown) => {
      setTimeout(() => void exitWith(`the plugin could not be loaded: ${thrownText(error)}`), readWhy);
      throw error;
    });
  };
  served = servePlugin(started, {
    // go-plugin's server makes a message's bytes before it waits for room, and for the next message after that.
    routes: pluginRoutes(runtime, { category, encodesAtOnce: true }),
    limits: { readMaxBytes: messageLimit },
    async beforeEnd() {
      // A handler that does not stop must not cost the others their log.
      await Promise.race([hosting.close(), after(lastWords)]);
      await batches.flush(lastEntries);
    },
  });
  let leaving = false;
  const exitWith = async (why: string): Promise<void> => {
    if (leaving) return;
    leaving = true;
    writeStderr(hclogLine({ level: "error", message: boundText(why) }));
    await batches.flush(lastEntries);
    await flushStderr(lastLine);
    process.exit(1);
  };
  return { log };
}

/** A line that the kernel's host logs at its level. */
export function logToStderr({ level, message, fields, time }: LogEntry): void {
  writeStderr(hclogLine({ level, message, fields, time }));
}

const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

function afterUnref(ms: number, fn: () => void): () => void {
  const timer = setTimeout(fn, ms);
  timer.unref();
  return () => clearTimeout(timer);
}
