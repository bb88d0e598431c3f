import type { CommandDefinition } from "../command/definition.js";
import type { CompiledOperation } from "../operation/compile.js";
import { fieldsOf } from "../operation/derived.js";
import type { Provider } from "../operation/provider.js";
import type { Schema } from "../schema/types.js";
import type { ToolDefinition } from "../tool/definition.js";
import type { PromptExpansion } from "../tool/spec.js";
import { type CompiledConfig, compileConfig } from "./config.js";
import { type PluginFault, pluginDefinitionError } from "./faults.js";
import { fieldFaults } from "./fields.js";
import { type Identity, identityFaults } from "./identity.js";
import { collectCommands, collectTools } from "./operations.js";
import type { PluginOptions, RenderHandler, SetupContext } from "./options.js";
import { pluginKey } from "./plugin-key.js";
import { collectPrompts } from "./prompts.js";
import { collectProviders } from "./providers.js";

/** A finished plugin: what is served, inspected and tested. Frozen; operations and prompts in the order of their names. */
export interface Plugin extends Identity {
  readonly tools: readonly ToolDefinition[];
  readonly commands: readonly CommandDefinition[];
  readonly prompts: readonly PromptExpansion[];
  readonly [pluginKey]: PluginInternals;
}

/** What the SDK keeps of a plugin. Handlers are as the runner sees them: types were checked where they were declared. */
export interface PluginInternals {
  readonly identity: Identity;
  readonly tools: readonly CompiledOperation[];
  readonly commands: readonly CompiledOperation[];
  readonly prompts: readonly PromptExpansion[];
  /** The classes of which each configuration gets an instance. */
  readonly providers: readonly Provider[];
  readonly config: { readonly schema: Schema | undefined; readonly compiled: CompiledConfig };
  /** Runs once for each configuration. */
  readonly setup: ((config: unknown, context: SetupContext) => unknown) | undefined;
  /** Releases what `setup` made. */
  readonly close: ((ctx: unknown) => unknown) | undefined;
  /** By schema version. */
  readonly render: ReadonlyMap<string, RenderHandler>;
  /** What is legal but unusual, one sentence each. */
  readonly warnings: readonly string[];
}

/**
 * Declares a plugin: nothing is served or run. Tools and commands that ask for a `config` or `ctx`, and classes that ask
 * for a `config`, which this plugin does not have do not compile.
 * @throws PluginDefinitionError with everything that is wrong with the plugin, its operations and their schemas.
 */
export function definePlugin<S extends Schema = never, Ctx = never>(plugin: PluginOptions<S, Ctx>): Plugin {
  const given: { readonly [field in keyof PluginOptions<S, Ctx>]?: unknown } = fieldsOf(plugin) ?? {};
  const config = compileConfig(given.config as S | undefined);
  const provided = collectProviders(given.providers);
  const tools = collectTools(given.tools, provided.tools);
  const commands = collectCommands(given.commands, provided.commands);
  const prompts = collectPrompts(given.prompts, new Set(commands.entries.map(({ name }) => name)));
  const faults: PluginFault[] = [
    ...identityFaults(given.name, given.version, given.source).map((fault) => ({ subject: "plugin", ...fault })),
    ...fieldFaults(given),
    ...config.faults.map((fault) => ({ subject: "config", ...fault })),
    ...provided.faults,
    ...tools.faults,
    ...commands.faults,
    ...prompts.faults,
  ];
  if (faults.length > 0) throw pluginDefinitionError(given.name, faults);

  const { name, version, source, setup, close, render } = plugin;
  const internals: PluginInternals = {
    identity: Object.freeze({ name, version, source }),
    tools: Object.freeze(tools.entries.map(({ compiled }) => compiled)),
    commands: Object.freeze(commands.entries.map(({ compiled }) => compiled)),
    prompts: Object.freeze(prompts.entries),
    providers: Object.freeze(provided.providers),
    config: Object.freeze({ schema: plugin.config, compiled: config }),
    setup: setup as PluginInternals["setup"],
    close: close as PluginInternals["close"],
    render: new Map(Object.entries(render ?? {})),
    warnings: Object.freeze([...tools.warnings, ...commands.warnings, ...prompts.warnings]),
  };
  return Object.freeze({
    ...internals.identity,
    tools: Object.freeze(tools.entries.map(({ definition }) => definition)),
    commands: Object.freeze(commands.entries.map(({ definition }) => definition)),
    prompts: internals.prompts,
    [pluginKey]: Object.freeze(internals),
  });
}
