import type { Io } from "../command.js";
import { type CommandError, errorText } from "../problem.js";
import type { Change } from "../schema/compare.js";
import { count, logLine } from "../text.js";

/** What a person, or a program, is told while a plugin is served. */
export interface DevReport {
  listening(url: string, token: string | undefined): void;
  /** @param ms how long it took from the change on */
  serving(plugin: { readonly name: string; readonly version: string; readonly operations: number }, ms: number): void;
  changed(changes: readonly Change[]): void;
  /** @param kept whether what was there before is still served */
  failed(error: CommandError, kept: boolean): void;
  ended(how: string, again: boolean): void;
  kernel(path: string, overrides: string): void;
  log(entry: { readonly level: string; readonly message: string; readonly fields: object }): void;
}

/** For people. */
export function devText({ out, err }: Pick<Io, "out" | "err">, verbose: boolean): DevReport {
  // It is the same each time, as long as the plugin keeps its name.
  let written: string | undefined;
  return {
    listening: (url, token) =>
      out(
        token === undefined
          ? `listening on ${url}, without a token\n`
          : `listening on ${url}\nsend this header: authorization: Bearer ${token}\n`,
      ),
    serving: ({ name, version, operations }, ms) =>
      out(`serving ${name} ${version}: ${count(operations, "operation")}, after ${Math.round(ms)} ms\n`),
    changed(changes) {
      for (const { kind, subject, message } of changes) out(`  ${kind.padEnd(8)} ${subject}: ${message}\n`);
    },
    failed(error, kept) {
      err(errorText("plugwright dev", error, verbose));
      err(kept ? "the last version that worked is still served\n" : "waiting for a change\n");
    },
    ended: (how, again) =>
      err(`the plugin's process ended with ${how}; ${again ? "it is started again" : "waiting for a change"}\n`),
    kernel(path, overrides) {
      if (overrides === written) return;
      written = overrides;
      out(`wrote ${path}: to have your kernel run it, in $XDG_CONFIG_HOME/agent/config.hcl:\n\n${overrides}\n\n`);
    },
    log: (entry) => err(logLine(entry)),
  };
}

/** For programs: one object in a line each. */
export function devJson({ out }: Pick<Io, "out">): DevReport {
  const say = (event: object) => out(`${JSON.stringify(event)}\n`);
  return {
    listening: (url, token) => say({ listening: { url, token } }),
    serving: (plugin, ms) => say({ serving: { ...plugin, ms: Math.round(ms) } }),
    changed: (changes) => say({ changes }),
    failed: ({ message, problems }, kept) => say({ error: message, problems, kept }),
    ended: (how, again) => say({ ended: { with: how, again } }),
    kernel: (path, overrides) => say({ kernel: { path, overrides } }),
    log: (entry) => say({ log: entry }),
  };
}
