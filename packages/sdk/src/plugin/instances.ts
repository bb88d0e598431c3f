import { providedOperations } from "../operation/provided.js";
import type { Instances, Provider } from "../operation/provider.js";

/**
 * Makes an instance of each class with the configuration.
 * @throws What a constructor throws; the instances that were made before it are passed to `close`.
 */
export function makeInstances(
  providers: readonly Provider[],
  config: unknown,
  close: (made: Instances) => void,
): Instances {
  const made = new Map<Provider, object>();
  try {
    // That the constructors take the plugin's configuration is checked by the types of `definePlugin`.
    for (const provider of providers) made.set(provider, new provider(config as never));
  } catch (error) {
    close(made);
    throw error;
  }
  return made;
}

/** What closes an instance: `[Symbol.asyncDispose]`, `[Symbol.dispose]` or `close`, the first that it has. */
export function closerOf(provider: Provider, instance: object): (() => unknown) | undefined {
  // A tool may be called close: it is not meant.
  const operations = new Set<unknown>(providedOperations(provider).operations.map(({ method }) => method));
  const close = [Symbol.asyncDispose, Symbol.dispose, "close"]
    .filter((name) => !operations.has(name))
    .map((name): unknown => Reflect.get(instance, name))
    .find((value) => typeof value === "function");
  return close && (() => Reflect.apply(close, instance, []));
}
