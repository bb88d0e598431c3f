import type { Logger } from "../kernel/client.js";
import { classify } from "../operation/classify.js";
import { abortReason } from "../operation/errors.js";
import type { Platform, Scope } from "../operation/platform.js";
import type { Programs } from "../operation/program.js";
import type { Instances } from "../operation/provider.js";
import type { PluginInternals } from "./definition.js";
import { closerOf } from "./instances.js";

/** What one configuration made. */
export interface Made {
  /** By `setup`. */
  readonly ctx: unknown;
  readonly instances: Instances;
  /** What it runs. */
  readonly programs: Programs;
}

/** With what it is closed. */
export interface ClosingOptions {
  readonly internals: PluginInternals;
  readonly platform: Platform;
  readonly log: Logger;
}

/** How long the author's code is waited for, in milliseconds. Half of it goes to the instances, if they need it. */
const closeWithin = 1000;
/** How long programs may then take to end. */
const programsEndWithin = 200;

/** Closes the instances, side by side, then what `setup` made, then ends programs. Takes a second at most; failures are logged. */
export async function closeMade(
  { ctx, instances, programs }: Made,
  { internals, platform, log }: ClosingOptions,
): Promise<void> {
  const scope: Scope = { label: "close", log, fail: () => false, programs };
  const run = (what: string, close: () => unknown): Promise<void> => {
    const report = (error: unknown) => log.error(`${what} failed: ${classify(error).message}`);
    return platform.enter(scope, async () => close()).then(() => undefined, report);
  };
  const wait = (ms: number) => new Promise<void>((resolve) => void platform.after(ms, resolve));
  const timeIsUp = wait(closeWithin);

  const closing = [...instances].flatMap(([provider, instance]) => {
    const close = closerOf(provider, instance);
    return close === undefined ? [] : [run(`closing the instance of ${provider.name}`, close)];
  });
  if (closing.length > 0) await Promise.race([Promise.all(closing), wait(closeWithin / 2)]);
  const { close } = internals;
  if (close !== undefined) await Promise.race([run("close", () => close(ctx)), timeIsUp]);
  await programs.end(abortReason("shutdown"), programsEndWithin);
}
