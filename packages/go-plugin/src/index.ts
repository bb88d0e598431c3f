/** Serves a plugin that `startPlugin` (in `/handshake`) has started. */
export type { Broker, DialOptions } from "./plugin/broker.js";
export { type ServedPlugin, type ServeOptions, servePlugin } from "./plugin/serve.js";
export type { Router } from "./server/router.js";
export type { MessageLimits } from "./server/server.js";
export type { Connection } from "./transport.js";
