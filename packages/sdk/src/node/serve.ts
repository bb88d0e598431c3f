import { startPlugin } from "@plugwright/go-plugin/handshake";
import { guardOutput, hclogLine, type Printed, writeStderr } from "@plugwright/go-plugin/output";
import type { KernelLane } from "./kernel-lane/lane.js";
import { runtimeContract } from "./kernel-lane/runtime-contract.js";
import type { Load } from "./load.js";
import { type ListenLimits, messageLimit } from "./message-limit.js";
import { currentScope } from "./scopes.js";

/** How `serve` serves. */
export interface ServeOptions {
  /**
   * The one category to serve under a kernel. A kernel takes a process that serves both for a tool provider: a plugin
   * with tools and slash commands is two executables. Without it, each RPC of the two services waits until the plugin
   * is loaded to know whether it is there.
   */
  readonly category?: "tool" | "slashcommand" | undefined;
  /** As `listen` takes them. */
  readonly limits?: ListenLimits | undefined;
}

/**
 * Runs a plugin as a process: `serve(() => import("./plugin.js"))` is all that a plugin's main file holds.
 *
 * Launched by a kernel, it tells the kernel where it listens before anything else is loaded, and loads the plugin at the
 * first call. What is printed on stdout becomes log entries; the process ends when the kernel says so or is gone.
 *
 * With `--listen HOST:PORT` on the command line it serves a Connect endpoint and prints its address and token; started by
 * hand without it, it says what it is and how to call it. Ends on SIGTERM and SIGINT.
 *
 * After an exception that nobody caught it lets the other calls end, for two seconds at most, and exits with 1.
 * @throws RangeError in a sentence when a limit makes no sense.
 */
export function serve(load: Load, options: ServeOptions = {}): void {
  const limit = messageLimit(options);
  if (process.env[runtimeContract.cookie.key] === undefined) {
    // Loaded when it is known to be wanted: under a kernel the first line is what counts.
    void import("./by-hand.js").then(({ serveByHand }) => serveByHand(load, process.argv.slice(2), options.limits));
    return;
  }
  let lane: KernelLane | undefined;
  const guard = guardOutput((printed) => logPrinted(printed, lane));
  void startPlugin({ ...runtimeContract, guard, notice }).then(async (started) => {
    const { openKernelLane } = await import("./kernel-lane/lane.js");
    lane = openKernelLane(started, { load, category: options.category, messageLimit: limit });
  });
}

const notice =
  "This is a plugin of the PluggableHarness agent kernel. Start it with --listen HOST:PORT to call it yourself.\n";

/** What a handler prints is the log of its call; what the plugin prints otherwise is its own. */
function logPrinted({ level, text }: Printed, lane: KernelLane | undefined): void {
  const scope = currentScope();
  const known = level === "trace" ? "debug" : level;
  if (scope !== undefined) scope.log[known](text);
  else if (lane !== undefined) lane.log({ level: known, message: text, fields: {}, time: new Date() });
  else writeStderr(hclogLine({ level, message: text }));
}
