export { type Clients, connect, type Target } from "./clients.js";
export { type CallEvent, type Invocation, type InvokeOptions, invokeCommand, invokeTool } from "./invoke.js";
export { type PluginProcess, startPlugin } from "./plugin-process.js";
