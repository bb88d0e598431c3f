import type { Kernel, LogEntry } from "../kernel/client.js";
import type { Platform } from "../operation/platform.js";
import type { Plugin } from "../plugin/definition.js";
import type { Runtime } from "../plugin/runtime.js";
import { type Load, loadPlugin } from "./load.js";
import { type Clock, logToStderr, nodePlatform } from "./platform.js";
import type { StrayPolicy } from "./scopes.js";
import { describeStray } from "./stray-log.js";

/** A plugin in this process: loaded at most once, at its first use. */
export interface Hosting {
  /** Loads the plugin if it has not been. Rejects with whatever its module threw. */
  runtime(): Promise<Runtime>;
  /** Ends running calls and refuses new ones, in at most a second. */
  end(): Promise<void>;
  /** Ends running calls and closes what `setup` made. */
  close(): Promise<void>;
}

export interface HostingOptions {
  readonly strays: StrayPolicy;
  readonly messageLimit: number;
  /** Defaults to JSON lines on stderr. */
  readonly log?: ((entry: LogEntry) => void) | undefined;
  /** The kernel that launched the plugin. Defaults to none. */
  readonly kernel?: Kernel | undefined;
  /** Told of an exception that nobody caught, after its call has failed. */
  readonly onException?: ((runtime: Runtime | undefined) => void) | undefined;
  readonly clock?: Clock | undefined;
  readonly onLateEvent?: Platform["onLateEvent"];
}

export function createHosting(
  plugin: Plugin | Load,
  { strays, messageLimit, log = logToStderr, kernel, onException, clock, onLateEvent }: HostingOptions,
): Hosting {
  const platform = nodePlatform({ strays, log, clock, onLateEvent });
  let loading: Promise<Runtime> | undefined;
  let running: Runtime | undefined;
  const load = async (): Promise<Runtime> => {
    const loaded = typeof plugin === "function" ? await loadPlugin(plugin) : plugin;
    // Most of the SDK: whoever only asks what kind of plugin this is does not wait for it.
    const { createRuntime } = await import("../plugin/runtime.js");
    running = createRuntime(loaded, { platform, messageLimit, kernel });
    return running;
  };
  const forget = platform.onStray(({ error, kind, scope }) => {
    const failed = scope?.fail(error) ?? false;
    const entry = { level: "error", time: new Date(), ...describeStray(error, kind, scope, failed) } as const;
    if (scope !== undefined) scope.log.error(entry.message, entry.fields);
    else if (running !== undefined) running.log.error(entry.message, entry.fields);
    else log(entry);
    if (kind === "exception") onException?.(running);
  });
  return {
    runtime() {
      loading ??= load();
      return loading;
    },
    async end() {
      const runtime = await loading?.catch(() => undefined);
      await runtime?.end();
    },
    async close() {
      const runtime = await loading?.catch(() => undefined);
      await runtime?.close();
      forget();
    },
  };
}
