/** Launches plugins, in whatever language they are written. */
export type { Handshake } from "../handshake/line.js";
export type { MessageLimits } from "../server/server.js";
export type { BrokerServeOptions, HostBroker } from "./broker.js";
export type { KillOutcome } from "./kill.js";
export { type LaunchedPlugin, type LaunchOptions, launchEnvironment, launchPlugin } from "./launch.js";
export type { LogLine } from "./log-line.js";
export type { Exit } from "./process.js";
export type { StdioData } from "./stdio.js";
