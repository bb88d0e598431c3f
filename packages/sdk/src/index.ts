// For authors of plugins.

export type { RenderTree } from "@plugwright/protocol/render";
export { type CommandBuilder, type CommandResult, command, type NoArguments } from "./command/builder.js";
export type { CommandDefinition } from "./command/definition.js";
export type { EmittedEvent, Kernel, Logger } from "./kernel/client.js";
export type {
  Call,
  MutatingCall,
  PreviewCall,
  ProcessCall,
  ProcessMutatingCall,
  StreamEvent,
  StreamingCall,
  StreamingMutatingCall,
} from "./operation/call.js";
export type { Duration } from "./operation/duration.js";
export type { Kind, MutatesOptions, ReadsOptions, Risk, RiskFacts, Scope } from "./operation/effect.js";
export {
  type AbortCause,
  abortCause,
  type ErrorCategory,
  ToolError,
  type ToolErrorOptions,
} from "./operation/errors.js";
export { explainSchema } from "./operation/explain.js";
export type { Encoding, ExecOptions, ExecResult } from "./operation/program.js";
export type { InputOptions, OutputOptions } from "./operation/schema-options.js";
export { definePlugin, type Plugin } from "./plugin/definition.js";
export { isPluginDefinitionError, type PluginDefinitionError, type PluginFault } from "./plugin/faults.js";
export type { Identity } from "./plugin/identity.js";
export type { ConfigOf, PluginOptions, RenderHandler, SetupContext } from "./plugin/options.js";
export {
  type Action,
  action,
  codeBlock,
  collapsible,
  group,
  link,
  list,
  subSession,
  table,
  text,
} from "./render/builders.js";
export { diff } from "./render/diff.js";
export { lenient } from "./schema/lenient.js";
export { secret } from "./schema/secret.js";
export type { InputOf, JsonObject, JsonValue, OutputOf, Schema } from "./schema/types.js";
export { type ToolBuilder, tool } from "./tool/builder.js";
export type { ToolDefinition } from "./tool/definition.js";
export type { PromptExpansion } from "./tool/spec.js";

// For authors of libraries: test kits, servers, inspectors.

export { getCapabilitiesResponse, slashCommandSpec } from "./command/spec.js";
export type { LogEntry, LogLevel } from "./kernel/client.js";
export type { CompiledOperation } from "./operation/compile.js";
export { type Definition, type Operation, operationKey } from "./operation/definition.js";
export type { Derived } from "./operation/derived.js";
export { parseDuration } from "./operation/duration.js";
export type { Concurrency, Effect } from "./operation/effect.js";
export type { Platform, Scope as PlatformScope, Stray } from "./operation/platform.js";
export type { ExitStatus, ProgramObserver, ProgramSurroundings, Programs } from "./operation/program.js";
export { type Advertised, advertised } from "./plugin/advertised.js";
export type { PluginInternals } from "./plugin/definition.js";
export { pluginKey } from "./plugin/plugin-key.js";
export { createRuntime, type Runtime, type RuntimeOptions } from "./plugin/runtime.js";
export type { SchemaNode, SchemaReport } from "./schema/explain.js";
export type { Fault } from "./schema/fault.js";
export type { Side } from "./schema/shape.js";
export { suggest } from "./schema/suggest.js";
export { type Violation, validate } from "./schema/validate.js";
export { getSchemaResponse, toolSchema } from "./tool/spec.js";
