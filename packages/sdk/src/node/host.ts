/** For authors of hosts, test kits and build tools: a plugin without a process of its own, and how a kernel launches one. */
export type { Category } from "./connect/routes.js";
export { type Embedded, type EmbedOptions, embed } from "./embed.js";
export { runtimeContract } from "./kernel-lane/runtime-contract.js";
export { type Clock, systemClock } from "./platform.js";
