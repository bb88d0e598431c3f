import { loadingScript, type NotLoaded } from "../source/loading.js";
import type { ReadPlugin } from "../source/read-source.js";

/** What a worker is told. */
export type ToWorker =
  | { readonly start: { readonly token: string | false } }
  /** It ends its calls, closes what the plugin has opened, and exits. */
  | { readonly stop: true };

/** What is served, and on which port of this machine. */
export interface Ready extends Pick<ReadPlugin, "name" | "version" | "source" | "advertised" | "warnings"> {
  readonly port: number;
}

/** What a worker tells. */
export type FromWorker =
  | { readonly ready: Ready }
  | { readonly notLoaded: NotLoaded }
  | { readonly log: { readonly level: string; readonly message: string; readonly fields: object } };

/**
 * The script of a process that serves a plugin on a port of its own, for whoever has started it and no longer than that
 * one is there.
 */
export function workerScript(path: string): string {
  return `
    import { advertised } from "@plugwright/sdk";
    import { listen } from "@plugwright/sdk/node";
    ${loadingScript(path)}
    const say = (message) => process.connected && process.send(message);
    let listening;
    const start = async ({ token }) => {
      const { plugin, main, exports } = await load();
      if (plugin === undefined) return say({ notLoaded: { role: "none", exports } });
      const log = ({ level, message, fields }) => say({ log: { level, message, fields } });
      listening = await listen(plugin, { token, limits: main?.limits, log });
      const { name, version, source } = plugin;
      const port = Number(new URL(listening.url).port);
      say({ ready: { name, version, source, advertised: advertised(plugin), warnings: plugin[pluginKey].warnings, port } });
    };
    const stop = async () => {
      await listening?.close();
      process.exit(0);
    };
    process.on("message", (message) => {
      if (message.stop) stop();
      else start(message.start).catch((error) => say({ notLoaded: told(error) }));
    });
    process.on("disconnect", stop);
    // Control-C goes to every process of a terminal; whoever started this one ends it in order.
    process.on("SIGINT", () => {});
  `;
}
