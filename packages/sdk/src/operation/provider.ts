import type { Operation } from "./definition.js";

/** A class whose methods are operations. Its constructor gets the plugin's configuration. */
export type Provider = new (config: never) => object;

/** The instances of one configuration, by their class. */
export type Instances = ReadonlyMap<Provider, object>;

/** What `this` is in an operation's handler and preview: nothing, unless it was declared on a class. */
export function receiverOf({ provider }: Operation, instances: Instances): object | undefined {
  return provider === undefined ? undefined : instances.get(provider);
}
