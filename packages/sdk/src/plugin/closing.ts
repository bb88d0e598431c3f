import type { Logger } from "../kernel/client.js";
import { classify } from "../operation/classify.js";
import type { Platform, Scope } from "../operation/platform.js";
import type { Instances } from "../operation/provider.js";
import type { PluginInternals } from "./definition.js";
import { closerOf } from "./instances.js";

/** What one configuration made. */
export interface Made {
  /** By `setup`. */
  readonly ctx: unknown;
  readonly instances: Instances;
}

/** With what it is closed. */
export interface ClosingOptions {
  readonly internals: PluginInternals;
  readonly platform: Platform;
  readonly log: Logger;
}

/** How long the author's code is waited for, in milliseconds. Half of it goes to the instances, if they need it. */
const closeWithin = 1000;

/** Closes the instances, side by side, and then what `setup` made. Takes a second at most; failures are logged. */
export async function closeMade({ ctx, instances }: Made, { internals, platform, log }: ClosingOptions): Promise<void> {
  const scope: Scope = { label: "close", log, fail: () => false };
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
}
