import type { RenderTree } from "@plugwright/protocol/render";
import type { CommandDefinition } from "../command/definition.js";
import type { Kernel, Logger } from "../kernel/client.js";
import type { Awaitable, ObjectRoot, Refused } from "../operation/type-state.js";
import type { OutputOf } from "../schema/types.js";
import type { ToolDefinition } from "../tool/definition.js";
import type { PromptExpansion } from "../tool/spec.js";
import type { Identity } from "./identity.js";

/** The configuration as handlers get it: the output of the plugin's config schema, `undefined` when it has none. */
export type ConfigOf<S> = [S] extends [never] ? undefined : OutputOf<S>;

/** What `setup` is given beside the configuration. */
export interface SetupContext {
  readonly log: Logger;
  readonly kernel: Kernel;
  /** Aborts when the plugin is told to end before `setup` has. */
  readonly signal: AbortSignal;
}

/** Turns a stored payload of one schema version into what a frontend shows. */
export type RenderHandler = (payload: Uint8Array) => Awaitable<RenderTree>;

interface WithSetup<Config, Ctx> {
  // The empty tuple makes the compiler take a literal for a tuple. As an array it would build the union of all tools'
  // types, which costs a third more.
  /** Operations that the model can call. */
  readonly tools?: readonly [] | readonly ToolDefinition<never, unknown, Config, NoInfer<Ctx>>[];
  /** Operations that a human runs by typing their name. */
  readonly commands?: readonly [] | readonly CommandDefinition<never, Config, NoInfer<Ctx>>[];
  /**
   * Runs once for each configuration, before the first call with it; what it returns is `call.ctx`. What it throws is
   * the answer to Configure. Stands before `close`, whose parameter has its type.
   */
  readonly setup: (config: Config, context: SetupContext) => Awaitable<Ctx>;
  /** Releases what `setup` made, after the last call that uses it. */
  readonly close?: (ctx: NoInfer<Ctx>) => Awaitable<void>;
}

/** Shown by the compiler where an operation asks for a `ctx` and the plugin has no `setup`. */
interface NoSetup {
  readonly setup?: Refused<"this plugin has no setup">;
}

// Named, so that the compiler explains itself by the types of a plugin with `setup` wherever there is one.
interface ToolWithoutCtx<Config> extends ToolDefinition<never, unknown, Config, NoSetup> {}
interface CommandWithoutCtx<Config> extends CommandDefinition<never, Config, NoSetup> {}

// A type of its own: were `setup` merely optional, the compiler would try the tools against a `Ctx` not known yet.
interface WithoutSetup<Config> {
  readonly tools?: readonly [] | readonly ToolWithoutCtx<Config>[];
  readonly commands?: readonly [] | readonly CommandWithoutCtx<Config>[];
  readonly setup?: undefined;
  readonly close?: undefined;
}

interface Common<S> extends Identity {
  /** A zod schema with an object at its root; its fields are the attributes of the `provider` block in `agent.hcl`. */
  readonly config?: S & ObjectRoot<S>;
  /**
   * Classes whose methods are operations (`@plugwright/sdk/decorators`). Each configuration gets an instance of its own,
   * `new Class(config)`, made after `setup`; what the constructor throws is the answer to Configure. After the last call
   * that uses it, its `[Symbol.asyncDispose]`, `[Symbol.dispose]` or `close` is called, the first that it has.
   */
  readonly providers?: readonly [] | readonly (new (config: ConfigOf<S>) => object)[];
  /** Texts that a human puts into the conversation by typing their name. */
  readonly prompts?: readonly PromptExpansion[];
  /** Renders stored payloads, by their schema version. */
  readonly render?: Readonly<Record<string, RenderHandler>>;
}

/** What `definePlugin` takes. `S`: the config's schema. `Ctx`: what `setup` returns. */
export type PluginOptions<S, Ctx> = Common<S> & (WithSetup<ConfigOf<S>, Ctx> | WithoutSetup<ConfigOf<S>>);
