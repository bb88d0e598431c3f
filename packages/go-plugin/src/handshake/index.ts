/** The part of a plugin that runs before its host can connect. Loads no HTTP/2 and no Protobuf. */

export type { TlsIdentity } from "../tls/identity.js";
export type { EndHook, EndReason } from "./ending.js";
export { hostVariables } from "./environment.js";
export type { Address } from "./line.js";
export { type StartedPlugin, type StartOptions, startPlugin } from "./start.js";
