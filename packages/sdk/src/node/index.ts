/** Serves a plugin from Node, as a process of its own or from code, and runs programs. */
export type { Encoding, ExecOptions, ExecResult } from "../operation/program.js";
export type { TlsOptions } from "./endpoint/certificate.js";
export { exec } from "./exec/exec.js";
export { type Listening, type ListenOptions, listen } from "./listen.js";
export type { Load } from "./load.js";
export type { ListenLimits } from "./message-limit.js";
export { type ServeOptions, serve } from "./serve.js";
