import type { Transport } from "@connectrpc/connect";
import type { Router } from "@plugwright/go-plugin";
import type { LogEntry } from "../kernel/client.js";
import type { Platform } from "../operation/platform.js";
import type { Plugin } from "../plugin/definition.js";
import { type Category, pluginRoutes } from "./connect/routes.js";
import { createHosting } from "./hosting.js";
import { createCallback } from "./kernel-lane/callback.js";
import { type ListenLimits, messageLimit } from "./message-limit.js";
import type { Clock } from "./platform.js";

/** What surrounds a plugin that is embedded. */
export interface EmbedOptions {
  /** Which services are served. Defaults to both. */
  readonly category?: Category | undefined;
  /** Leads to the kernel's KernelCallbackService. Defaults to no kernel. */
  readonly kernel?: Transport | undefined;
  /** Takes the plugin's log. Defaults to JSON lines on stderr. */
  readonly log?: ((entry: LogEntry) => void) | undefined;
  /** What deadlines and the SDK's own waiting go by. What an author times is not touched. Defaults to the machine's. */
  readonly clock?: Clock | undefined;
  /**
   * Told, in place of the log, of an event that a handler sent after the end of its call. What it throws reaches the
   * handler.
   */
  readonly onLateEvent?: Platform["onLateEvent"];
  readonly limits?: ListenLimits | undefined;
}

/** A plugin in this process, to which no socket leads. */
export interface Embedded {
  /** Its services, for a transport of yours. */
  readonly routes: (router: Router) => void;
  /** Ends running calls and closes what `setup` made. */
  close(): Promise<void>;
}

/**
 * Makes a plugin callable in this process, over whatever transport its services are given to: for test kits and hosts of
 * one's own. Programs, stray rejections and the call's context are as under a kernel.
 * @throws RangeError for a message limit that makes no sense.
 */
export function embed(plugin: Plugin, options: EmbedOptions = {}): Embedded {
  const { category, kernel, log, clock, onLateEvent } = options;
  const hosting = createHosting(plugin, {
    strays: "own rejections",
    messageLimit: messageLimit(options),
    kernel: kernel && createCallback(async () => ({ transport: kernel })).kernel,
    log,
    clock,
    onLateEvent,
  });
  return {
    routes: pluginRoutes(hosting.runtime, { category, now: clock && (() => clock.now()) }),
    close: hosting.close,
  };
}
