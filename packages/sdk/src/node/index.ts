/** Serves a plugin from Node: as a process of its own, or from code. */
export type { TlsOptions } from "./endpoint/certificate.js";
export { type Listening, type ListenLimits, type ListenOptions, listen } from "./listen.js";
export type { Load } from "./load.js";
export { type ServeOptions, serve } from "./serve.js";
