/** Keeps stdout and stderr of a plugin's process for what the host can read. */
export type { HandshakeOutput } from "./descriptor.js";
export { guardOutput, type OutputGuard, type Printed } from "./guard.js";
export { type HclogEntry, hclogLine, type LogLevel } from "./hclog.js";
export { flushStderr, writeStderr } from "./stderr.js";
