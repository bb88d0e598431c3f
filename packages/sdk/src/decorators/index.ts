export { Command, type CommandDecorator, type CommandOptions } from "./command.js";
export type { MethodContext } from "./context.js";
export type { Flag, MethodOptions } from "./options.js";
export { Preview, type PreviewContext, type PreviewDecorator } from "./preview.js";
export { Tool, type ToolDecorator, type ToolOptions } from "./tool.js";
